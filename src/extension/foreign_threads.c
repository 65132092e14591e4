#include "extension/foreign_threads.h"

#include <string.h>

#include "base/macros.h"
#include "base/strbuf.h"
#include "extension/calls.h"
#include "model/locking.h"

/* pthread_create(3), thrd_create(3), Windows' and CPython's own. */
static const char *const starters[] = {
    "pthread_create",
    "thrd_create",
    "CreateThread",
    "CreateRemoteThread",
    "_beginthread",
    "_beginthreadex",
    "CreateThreadpoolTimer",
    "CreateThreadpoolWork",
    "QueueUserWorkItem",
    "dispatch_async_f",
    "PyThread_start_new_thread",
    "PyThread_start_joinable_thread",
};

/* Functions of the C library that call what they are given before they return, and
 * nobody else does: their manual pages. */
static const char *const synchronous[] = {
    "qsort",    "qsort_r", "qsort_s", "bsearch", "bsearch_s", "lfind",
    "lsearch",  "tsearch", "tfind",   "tdelete", "twalk",     "twalk_r",
    "tdestroy", "ftw",     "nftw",    "glob",    "scandir",   "dl_iterate_phdr",
};

static bool
is_among(const char *name, const char *const *names, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (strcmp(name, names[i]) == 0) {
            return true;
        }
    }
    return false;
}

/* A search from one function to those that call it. */
struct search {
    bool *seen; /* by function id */
    const struct node *use;
};

static enum thread_origin search_function(struct search *search,
                                          const struct function *function);

static enum thread_origin search_use(struct search *search, const struct node *use);

/* Is it one of CPython's structs, whose functions CPython calls? */
static bool
is_table_of_python(const struct type *type)
{
    while (type != NULL && (type->kind == TYPE_ARRAY || type->kind == TYPE_POINTER)) {
        type = type->target;
    }
    const struct record *record =
        type != NULL && type->kind == TYPE_RECORD ? type->record : NULL;
    return record != NULL
           && (string_starts(record->name, "Py") || string_starts(record->name, "_Py")
               || string_starts(record->tag, "Py"));
}

static enum thread_origin
found(struct search *search, const struct node *use, enum thread_origin origin)
{
    search->use = use;
    return origin;
}

/* CALL is given the function as its argument CHILD, at USE. */
static enum thread_origin
search_argument(struct search *search, const struct node *call,
                const struct node *child, const struct node *use)
{
    const char *name = call_name(call);
    if (is_among(name, starters, ARRAY_LENGTH(starters))) {
        return found(search, use, THREAD_FOREIGN);
    }
    if (is_among(name, synchronous, ARRAY_LENGTH(synchronous))
        || locking_of(name) == LOCKING_RUNS)
    {
        return call->within != NULL ? search_function(search, call->within)
                                    : THREAD_OF_PYTHON;
    }
    if (string_starts(name, "Py") || string_starts(name, "_Py")) {
        return THREAD_OF_PYTHON;
    }
    const struct function *target = call_target(call);
    size_t i = 0;
    while (call_argument(call, i) != NULL && call_argument(call, i) != child) {
        i++;
    }
    if (target == NULL || target->body == NULL || i >= target->n_parameters) {
        return found(search, use, THREAD_UNKNOWN);
    }
    enum thread_origin worst = THREAD_OF_PYTHON;
    const struct variable *parameter = target->parameters[i];
    for (size_t k = 0; k < parameter->n_uses && worst != THREAD_FOREIGN; k++) {
        enum thread_origin origin = search_use(search, parameter->uses[k]);
        worst = origin > worst ? origin : worst;
    }
    return worst;
}

/* USE is the name of a function, or of a parameter that is one. */
static enum thread_origin
search_use(struct search *search, const struct node *use)
{
    const struct node *child;
    const struct node *call = call_around(use, &child);
    if (call != NULL && child != call->first) {
        return search_argument(search, call, child, use);
    }
    if (call != NULL) {
        return call->within != NULL ? search_function(search, call->within)
                                    : found(search, use, THREAD_UNKNOWN);
    }
    if (use->holder != NULL) {
        return is_table_of_python(use->holder->type)
                   ? THREAD_OF_PYTHON
                   : found(search, use, THREAD_UNKNOWN);
    }
    const struct node *outer = node_outer_reference(use);
    const struct node *parent = outer->parent;
    switch (parent != NULL ? parent->kind : NODE_OTHER) {
    case NODE_BINARY:
    case NODE_SIZEOF:
    case NODE_IF:
        return THREAD_OF_PYTHON; /* it is only compared */
    case NODE_ASSIGN: {
        const struct node *target = node_bare(parent->first);
        if (target->kind == NODE_MEMBER && outer != parent->first
            && target->first != NULL && is_table_of_python(target->first->type))
        {
            return THREAD_OF_PYTHON;
        }
        return found(search, use, THREAD_UNKNOWN);
    }
    default:
        return found(search, use, THREAD_UNKNOWN);
    }
}

static enum thread_origin
search_function(struct search *search, const struct function *function)
{
    if (search->seen[function->id]) {
        return THREAD_OF_PYTHON; /* what else is known of it counts already */
    }
    search->seen[function->id] = true;
    if (function_is_entry(function)) {
        return THREAD_OF_PYTHON;
    }
    if (function->n_uses == 0 && !function->is_static) {
        search->use = NULL;
        return THREAD_UNKNOWN;
    }
    enum thread_origin worst = THREAD_OF_PYTHON;
    const struct node *worst_use = NULL;
    for (size_t i = 0; i < function->n_uses && worst != THREAD_FOREIGN; i++) {
        enum thread_origin origin = search_use(search, function->uses[i]);
        if (origin > worst) {
            worst = origin;
            worst_use = search->use;
        }
    }
    search->use = worst_use;
    return worst;
}

enum thread_origin
thread_origin_of(struct arena *arena, const struct source *source,
                 const struct function *function, const struct node **out_use)
{
    struct search search = {.seen = ARENA_ARRAY(arena, bool, source->n_functions + 1)};
    enum thread_origin origin = search_function(&search, function);
    if (out_use != NULL) {
        *out_use = search.use;
    }
    return origin;
}
