/* Where the state is added to calls through the module's own pointers: in declarations of
 * such pointers, in those of functions that are handed one, and in the calls. */
#include "convert/plan/callback_heads.h"

#include <string.h>

#include "convert/facts/declarators.h"
#include "convert/facts/parameters.h"
#include "convert/findings.h"
#include "convert/plan/callbacks.h"

static const char rule[] = "access-not-converted";

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
add_parameters(struct conversion *c, struct callback_heads *heads,
               struct brackets parameters)
{
    ARENA_ADD(c->arena, heads->parameters, heads->n_parameters,
              heads->parameters_capacity, &parameters);
}

/* The other declarations of a function that is handed such a pointer. */
static void
plan_prototypes(struct conversion *c, struct callback_heads *heads,
                const struct variable *parameter)
{
    size_t i;
    const struct function *function = owner_of_parameter(c, parameter, &i);
    for (size_t k = 0; function != NULL && k < function->n_declarations; k++) {
        const struct declaration *d = &function->declarations[k];
        uint32_t begin, end;
        if (d->is_definition || !parameter_range(d, i, &begin, &end)) {
            continue;
        }
        struct brackets parameters;
        if (!pointer_in(d->file, begin, end, &parameters)) {
            refuse(c, rule, d->file, begin, function->name,
                   "the declaration of '%s' is too complex to add a parameter to its "
                   "callback",
                   function->name);
            continue;
        }
        add_parameters(c, heads, parameters);
    }
}

static void
plan_pointer(struct conversion *c, struct callback_heads *heads,
             const struct pointer *pointer)
{
    struct brackets parameters;
    if (!find_declarator(c, pointer, &parameters)) {
        return;
    }
    add_parameters(c, heads, parameters);
    if (pointer->variable != NULL && pointer->variable->is_parameter
        && strchr(pointer->type->spelling, '(') != NULL)
    {
        plan_prototypes(c, heads, pointer->variable);
    }
}

static void
plan_call(struct conversion *c, struct callback_heads *heads, const struct node *node)
{
    struct callback_call call = {.call = node};
    if (!call_brackets(node, &call.arguments)) {
        refuse_at(c, rule, node, NULL,
                  "this call through a pointer is too complex to add the state as "
                  "an argument");
        return;
    }
    ARENA_ADD(c->arena, heads->calls, heads->n_calls, heads->calls_capacity, &call);
}

void
plan_callback_heads(struct conversion *c)
{
    struct callback_heads *heads = ARENA_NEW(c->arena, struct callback_heads);
    *heads = (struct callback_heads){0};
    c->callback_heads = heads;
    const struct pointer *pointer;
    const struct node *call;
    bool takes_state;
    for (size_t i = 0; (pointer = callback_pointer(c, i, &takes_state)) != NULL; i++) {
        if (takes_state && !is_callback_field(c, pointer)) {
            plan_pointer(c, heads, pointer);
        }
    }
    for (size_t i = 0; (call = callback_call(c, i, &takes_state)) != NULL; i++) {
        if (takes_state) {
            plan_call(c, heads, call);
        }
    }
}
