/* The state goes with calls through the module's own pointers: declarations of such
 * pointers, functions that are handed one, and the calls. */
#include "convert/rewrite/functions/callbacks.h"

#include <string.h>

#include "convert/facts/declarators.h"
#include "convert/facts/parameters.h"
#include "convert/plan/callbacks.h"
#include "convert/rewrite/changes.h"
#include "convert/rewrite/functions/function_head.h"

static const struct function *
owner_of_parameter(const struct conversion *c, const struct variable *parameter,
                   size_t *out_i)
{
    for (size_t i = 0; i < c->source->n_functions; i++) {
        const struct function *function = c->source->functions[i];
        for (size_t k = 0; k < function->n_parameters; k++) {
            if (function->parameters[k] == parameter) {
                *out_i = k;
                return function;
            }
        }
    }
    return NULL;
}

static void
add_to_parameters(struct conversion *c, const struct source_file *file, size_t open)
{
    size_t first = token_after(file, open);
    const char *parameter = TEXT(c, "%s *%s", c->state_type, c->state);
    bool is_void =
        token_is(file, first, "void") && token_is(file, token_after(file, first), ")");
    if (is_void) {
        change(c, file, file->tokens[first].begin, file->tokens[first].end, parameter,
               "the state goes with each call");
        return;
    }
    uint32_t place = argument_place(file, open);
    change(c, file, place, place,
           token_is(file, first, ")") ? parameter : TEXT(c, "%s, ", parameter),
           "the state goes with each call");
}

/* The other declarations of a function that is handed such a pointer. */
static void
edit_prototypes(struct conversion *c, const struct variable *parameter)
{
    size_t i;
    const struct function *function = owner_of_parameter(c, parameter, &i);
    for (size_t k = 0; function != NULL && k < function->n_declarations; k++) {
        const struct declaration *d = &function->declarations[k];
        uint32_t begin, end;
        if (d->is_definition || !parameter_range(d, i, &begin, &end)) {
            continue;
        }
        const struct source_file *file = d->file;
        size_t t = token_at(file, begin);
        while (
            t < file->n_tokens && file->tokens[t].begin < end
            && !(token_is(file, t, "(") && token_is(file, token_after(file, t), "*")))
        {
            t = token_after(file, t);
        }
        size_t close = t < file->n_tokens ? token_closing(file, t) : t;
        size_t open = close < file->n_tokens ? token_after(file, close) : close;
        if (!token_is(file, open, "(")) {
            refuse(c, "access-not-converted", file, begin, function->name,
                   "the declaration of '%s' is not plain enough to give its callback a "
                   "parameter",
                   function->name);
            continue;
        }
        add_to_parameters(c, file, open);
    }
}

void
edit_callbacks(struct conversion *c)
{
    const struct callbacks *g = c->callbacks;
    for (size_t i = 0; i < g->n_pointers; i++) {
        const struct pointer *pointer = &g->pointers[i];
        const struct source_file *file;
        size_t open;
        if (!g->needs_state[root_of(g, pointer->group)]
            || !find_declarator(c, pointer, &file, &open))
        {
            continue;
        }
        add_to_parameters(c, file, open);
        if (pointer->variable != NULL && pointer->variable->is_parameter
            && strchr(pointer->type->spelling, '(') != NULL)
        {
            edit_prototypes(c, pointer->variable);
        }
    }
    for (size_t i = 0; i < g->n_calls; i++) {
        const struct node *call = g->calls[i].node;
        const struct source_file *file = call->file;
        if (!g->needs_state[root_of(g, g->calls[i].group)]) {
            continue;
        }
        size_t open = token_after(file, source_token(file, call->first->end - 1));
        if (!token_is(file, open, "(")) {
            refuse_at(c, "access-not-converted", call, NULL,
                      "this call through a pointer is not plain enough to hand over "
                      "the state");
            continue;
        }
        uint32_t place = argument_place(file, open);
        change(c, file, place, place,
               TEXT(c, token_is(file, token_after(file, open), ")") ? "%s" : "%s, ",
                    c->state),
               "hand over the state");
    }
}
