/* What is decided of each function: the table. */
#include "convert/plan/functions.h"

struct function_plans {
    struct function_plan *items; /* by function id */
};

void
functions_begin(struct conversion *c)
{
    const struct source *source = c->source;
    struct function_plans *plans = ARENA_NEW(c->arena, struct function_plans);
    /* One more: see number_of(). */
    plans->items = ARENA_ARRAY(c->arena, struct function_plan, source->n_functions + 1);
    c->functions = plans;
    for (size_t i = 0; i < source->n_functions; i++) {
        struct function_plan *plan = plan_of_function(c, source->functions[i]);
        plan->function = source->functions[i];
        plan->module_parameter = -1;
    }
    plans->items[source->n_functions].module_parameter = -1;
}

/* The place of FUNCTION in the table; the last is of those that stand in no file of the
 * project, of which nothing is decided: they have the id of another. */
static size_t
number_of(const struct conversion *c, const struct function *function)
{
    const struct source *source = c->source;
    return function->id < source->n_functions
                   && source->functions[function->id] == function
               ? function->id
               : source->n_functions;
}

struct function_plan *
function_plan_of(struct conversion *c, const struct function *function)
{
    return &c->functions->items[number_of(c, function)];
}

const struct function_plan *
known_function(const struct conversion *c, const struct function *function)
{
    return &c->functions->items[number_of(c, function)];
}
