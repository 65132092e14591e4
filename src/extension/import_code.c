#include "extension/import_code.h"

#include <string.h>

#include "base/strbuf.h"
#include "extension/calls.h"
#include "model/locking.h"

enum { ONCE_WRAPPERS = 2 }; /* functions around pthread_once */

static bool
is_import_root(const struct extension *extension, const struct function *function)
{
    if (function_is_entry(function)) {
        return true;
    }
    for (size_t i = 0; i < extension->n_modules; i++) {
        const struct slots *slots = &extension->modules[i].slots;
        for (size_t k = 0; k < slots->n_items; k++) {
            if (slots->items[k].function == function
                && (strcmp(slots->items[k].name, "Py_mod_exec") == 0
                    || strcmp(slots->items[k].name, "Py_mod_create") == 0))
            {
                return true;
            }
        }
    }
    return false;
}

/* Does CALL have its argument CHILD run once, itself or by a function of the project that
 * hands it on: `static void once(void (*f)(void)) { pthread_once(&flag, f); }`? */
static bool
runs_once(const struct node *call, const struct node *child, int depth)
{
    if (locking_of(call_name(call)) == LOCKING_RUNS) {
        return true;
    }
    const struct function *function = call->function;
    size_t i = 0;
    for (const struct node *at = call->first->next; at != NULL && at != child;
         at = at->next)
    {
        i++;
    }
    if (function == NULL || function->body == NULL || i >= function->n_parameters
        || call->first == child || depth <= 0)
    {
        return false;
    }
    const struct variable *parameter = function->parameters[i];
    for (size_t k = 0; k < parameter->n_uses; k++) {
        const struct node *inner;
        const struct node *around = call_around(parameter->uses[k], &inner);
        if (around == NULL || !runs_once(around, inner, depth - 1)) {
            return false;
        }
    }
    return parameter->n_uses != 0;
}

/* Is USE the callee of a call, or handed to what calls it once? */
static bool
is_call_or_once(const struct node *use, bool *out_once)
{
    const struct node *child;
    const struct node *call = call_around(use, &child);
    if (call == NULL) {
        return false;
    }
    *out_once = runs_once(call, child, ONCE_WRAPPERS);
    return *out_once || call->first == child;
}

/* --- the set -------------------------------------------------------------- */

/* FUNCTION is called from the one that the list is of. */
struct callee {
    const struct function *function;
    struct callee *next;
};

/* What leaves the set takes along what it calls: each call is looked at once. */
struct leaving {
    struct arena *arena;
    const bool *roots;
    bool *set;
    struct callee **callees; /* by the caller's id */
    const struct function **left; /* those whose callees have to follow */
    size_t n_left;
};

static void
leave(struct leaving *leaving, const struct function *function)
{
    if (leaving->set[function->id] && !leaving->roots[function->id]) {
        leaving->set[function->id] = false;
        leaving->left[leaving->n_left++] = function;
    }
}

/* Is every use of FUNCTION a call out of a function that may run at import?  Those are
 * noted. */
static bool
note_callers(struct leaving *leaving, const struct function *function)
{
    if (function->n_uses == 0 || function->body == NULL) {
        return false;
    }
    for (size_t i = 0; i < function->n_uses; i++) {
        const struct node *use = function->uses[i];
        bool once = false;
        if (!is_call_or_once(use, &once)) {
            return false;
        }
        if (once) {
            continue;
        }
        if (use->within == NULL || !use->within->in_project
            || !leaving->set[use->within->id])
        {
            return false;
        }
        struct callee *callee = ARENA_NEW(leaving->arena, struct callee);
        *callee = (struct callee){function, leaving->callees[use->within->id]};
        leaving->callees[use->within->id] = callee;
    }
    return true;
}

/* The greatest set closed under "called only from within": begin with all, take away
 * what is called from elsewhere, and then what that calls. */
void
import_code_spread(struct arena *arena, const struct source *source, const bool *roots,
                   bool *set)
{
    size_t n = source->n_functions;
    struct leaving leaving = {
        .arena = arena,
        .roots = roots,
        .set = set,
        .callees = ARENA_ARRAY(arena, struct callee *, n + 1),
        .left = ARENA_ARRAY(arena, const struct function *, n),
    };
    for (size_t i = 0; i < n; i++) {
        const struct function *function = source->functions[i];
        if (!roots[function->id] && set[function->id]
            && !note_callers(&leaving, function))
        {
            leave(&leaving, function);
        }
    }
    for (size_t i = 0; i < leaving.n_left; i++) {
        const struct callee *callee = leaving.callees[leaving.left[i]->id];
        for (; callee != NULL; callee = callee->next) {
            leave(&leaving, callee->function);
        }
    }
}

void
import_code_read(struct extension *extension)
{
    const struct source *source = extension->source;
    bool *roots = ARENA_ARRAY(extension->arena, bool, source->n_functions + 1);
    bool *set = ARENA_ARRAY(extension->arena, bool, source->n_functions + 1);
    for (size_t i = 0; i < source->n_functions; i++) {
        const struct function *function = source->functions[i];
        roots[function->id] = is_import_root(extension, function);
        set[function->id] = roots[function->id] || function->body != NULL;
    }
    import_code_spread(extension->arena, source, roots, set);
    extension->runs_only_at_import = set;
}
