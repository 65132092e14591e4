/* The state goes with calls through the module's own pointers: declarations of such
 * pointers, functions that are handed one, and the calls. */
#include "convert/rewrite/functions/callbacks.h"

#include <string.h>

#include "convert/facts/declarators.h"
#include "convert/facts/parameters.h"
#include "convert/plan/callbacks.h"
#include "convert/rewrite/changes.h"
#include "convert/rewrite/records.h"
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
add_to_parameters(struct rewriter *r, const struct brackets *parameters)
{
    add_parameter(r, parameters, TEXT(r, "%s *%s", r->plan->state_type, r->plan->state),
                  "each call passes the state");
}

/* The other declarations of a function that is handed such a pointer. */
static void
edit_prototypes(struct rewriter *r, const struct variable *parameter)
{
    size_t i;
    const struct function *function = owner_of_parameter(r->plan, parameter, &i);
    for (size_t k = 0; function != NULL && k < function->n_declarations; k++) {
        const struct declaration *d = &function->declarations[k];
        uint32_t begin, end;
        if (d->is_definition || !parameter_range(d, i, &begin, &end)) {
            continue;
        }
        struct brackets parameters;
        if (!pointer_in(d->file, begin, end, &parameters)) {
            refuse(r->late, "access-not-converted", d->file, begin, function->name,
                   "the declaration of '%s' is too complex to add a parameter to its "
                   "callback",
                   function->name);
            continue;
        }
        add_to_parameters(r, &parameters);
    }
}

void
edit_callbacks(struct rewriter *r)
{
    const struct callbacks *g = r->plan->callbacks;
    for (size_t i = 0; i < g->n_pointers; i++) {
        const struct pointer *pointer = &g->pointers[i];
        struct brackets parameters;
        if (!g->needs_state[root_of(g, pointer->group)]
            || !find_declarator(r->plan, pointer, &parameters))
        {
            continue;
        }
        add_to_parameters(r, &parameters);
        if (pointer->variable != NULL && pointer->variable->is_parameter
            && strchr(pointer->type->spelling, '(') != NULL)
        {
            edit_prototypes(r, pointer->variable);
        }
    }
    for (size_t i = 0; i < g->n_calls; i++) {
        const struct node *call = g->calls[i].node;
        struct brackets arguments;
        if (!g->needs_state[root_of(g, g->calls[i].group)]) {
            continue;
        }
        if (!call_brackets(call, &arguments)) {
            refuse_at(r->late, "access-not-converted", call, NULL,
                      "this call through a pointer is too complex to add the state as "
                      "an argument");
            continue;
        }
        add_argument(r, &arguments, r->plan->state, "pass the state");
        record_state_use(r, call->file, call->begin, call->end);
    }
}
