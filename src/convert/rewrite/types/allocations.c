/* PyObject_New does not know the garbage collector: instances of the new heap types
 * come from their tp_alloc ("Avoiding PyObject_New"). */
#include "convert/rewrite/types/allocations.h"

#include <string.h>

#include "convert/plan/free_lists.h"
#include "convert/plan/limited_api.h"
#include "convert/rewrite/changes.h"
#include "convert/rewrite/insulate_header.h"

/* The moved type that NODE names, below casts and &. */
static const struct variable *
type_named(const struct conversion *c, const struct node *node)
{
    const struct node *referent = node != NULL ? node_referent(node) : NULL;
    const struct variable_plan *plan = referent != NULL && referent->kind == NODE_NAME
                                           ? moving(c, referent->variable)
                                           : NULL;
    return plan != NULL && plan->kind == FIELD_TYPE ? plan->variable : NULL;
}

bool
argument_range(const struct source_file *file, size_t open, size_t i,
               uint32_t *out_begin, uint32_t *out_end)
{
    size_t close = token_closing(file, open), first = token_after(file, open), n = 0;
    for (size_t k = first; k < file->n_tokens && k <= close; k = token_after(file, k)) {
        if (token_is(file, k, "(") || token_is(file, k, "[")) {
            k = token_closing(file, k);
            if (k >= file->n_tokens) {
                return false;
            }
        }
        else if (k == close || token_is(file, k, ",")) {
            if (n++ == i && first < k) {
                *out_begin = file->tokens[first].begin;
                *out_end = file->tokens[token_before(file, k)].end;
                return true;
            }
            first = token_after(file, k);
        }
    }
    return false;
}

/* Does a cast to TYPE * stand right in front of token I?  Its first byte. */
static bool
cast_before(const struct conversion *c, const struct source_file *file, size_t i,
            const char *type, uint32_t *out_begin)
{
    size_t close = token_before(file, i);
    size_t star = close < file->n_tokens ? token_before(file, close) : close;
    if (star >= file->n_tokens || !token_is(file, close, ")")
        || !token_is(file, star, "*")) {
        return false;
    }
    size_t open = star;
    while (open < file->n_tokens && !token_is(file, open, "(")) {
        open = token_before(file, open);
    }
    if (open >= file->n_tokens) {
        return false;
    }
    const char *name = text_of(c, file, file->tokens[token_after(file, open)].begin,
                               file->tokens[token_before(file, star)].end);
    *out_begin = file->tokens[open].begin;
    return strcmp(name, type) == 0;
}

/* Can the type that NODE points to be one of those that get the collector's flag:
 * one that moves, or one that only a variable knows? */
static bool
is_a_heap_type(const struct conversion *c, const struct node *node)
{
    const struct variable *type = type_named(c, node);
    if (type != NULL) {
        return plan_of_variable(c, type)->is_collected;
    }
    return c->moves_types && node != NULL && node->kind == NODE_NAME
           && node->variable != NULL && node->type != NULL
           && node->type->kind == TYPE_POINTER;
}

static void
edit_new(struct conversion *c, const struct node *call, bool is_sized)
{
    const struct source_file *file = call->file;
    size_t name = token_at(file, call->begin);
    uint32_t begin[3], end[3];
    const struct node *named = node_bare(call_argument(call, 0));

    if (!is_a_heap_type(c, named)) {
        return;
    }
    /* The macro may be named through another one: F(PyObject_New)(T, &type). */
    size_t open = token_after(file, name);
    if (token_is(file, open, ")")) {
        open = token_after(file, open);
        name = token_before(file, token_before(file, name));
    }
    else if (token_is(file, token_after(file, token_closing(file, open)), "(")) {
        open = token_after(file, token_closing(file, open));
    }
    size_t close =
        token_is(file, open, "(") ? token_closing(file, open) : file->n_tokens;
    size_t n_arguments = is_sized ? 3 : 2;
    size_t inner = token_before(file, open);
    inner = token_is(file, inner, ")") ? token_before(file, inner) : inner;
    bool is_plain =
        close < file->n_tokens && inner < file->n_tokens
        && string_starts(file->text + file->tokens[inner].begin, "PyObject_N");
    for (size_t i = 0; i < n_arguments && is_plain; i++) {
        is_plain = argument_range(file, open, i, &begin[i], &end[i]);
    }
    if (!is_plain) {
        refuse_at(c, "type-not-converted", call, NULL,
                  "this allocation is not written as PyObject_New(T, &type)");
        return;
    }
    const char *record = text_of(c, file, begin[0], end[0]);
    const char *size = is_sized ? rendered(c, file, begin[2], end[2]) : "0";
    const char *access = rendered(c, file, begin[1], end[1]);
    uint32_t from = file->tokens[name].begin;
    cast_before(c, file, name, record, &from);
    const char *text = TEXT(c, "(%s *)%s(%s, %s)", record,
                            type_function(c, access, "tp_alloc"), access, size);
    if (c->options->use_header && !is_sized) {
        want_insulate(c, HEADER_HEAP_TYPES, file, call->begin);
        text = TEXT(c, "(%s *)Insulate_Alloc(%s)", record, access);
    }
    change_cover(c, file, from, file->tokens[close].end, text,
                 "allocated for the garbage collector");
}

static void
edit_call(struct conversion *c, const struct node *call)
{
    static const char *const initializers[] = {"PyObject_Init",  "PyObject_InitVar",
                                               "PyObject_INIT",  "PyObject_INIT_VAR",
                                               "_PyObject_Init", "_PyObject_InitVar"};
    const char *name = call_name(call);

    if (strcmp(name, "_PyObject_New") == 0 || strcmp(name, "_PyObject_NewVar") == 0) {
        edit_new(c, call, strcmp(name, "_PyObject_NewVar") == 0);
        return;
    }
    for (size_t i = 0; i < ARRAY_LENGTH(initializers); i++) {
        const struct variable *type = strcmp(name, initializers[i]) == 0
                                          ? type_named(c, call_argument(call, 1))
                                          : NULL;
        if (type != NULL && plan_of_variable(c, type)->is_collected
            && !is_revival(c, call)) {
            refuse_at(
                c, "type-not-converted", call, type->name,
                "an instance of '%s' is made in memory of the module's own, where "
                "the garbage collector has no room",
                type->name);
        }
    }
}

void
edit_allocations(struct conversion *c)
{
    for (size_t i = 0; i < c->source->n_functions; i++) {
        const struct function *function = c->source->functions[i];
        if (!plan_of_function(c, function)->belongs || function->body == NULL) {
            continue;
        }
        for (const struct node *n = function->body; n != NULL;
             n = node_after(n, function->body))
        {
            if (n->kind == NODE_CALL) {
                edit_call(c, n);
            }
        }
    }
}
