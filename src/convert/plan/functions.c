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
    /* One more: nothing is decided of those that stand in no file of the project. */
    plans->items = ARENA_ARRAY(c->arena, struct function_plan, source->n_functions + 1);
    c->functions = plans;
    for (size_t i = 0; i < source->n_functions; i++) {
        struct function_plan *plan = plan_of_function(c, source->functions[i]);
        plan->function = source->functions[i];
        plan->module_parameter = -1;
    }
    plans->items[source->n_functions].module_parameter = -1;
}

struct function_plan *
function_plan_of(struct conversion *c, const struct function *function)
{
    return &c->functions->items[function->id];
}

const struct function_plan *
known_function(const struct conversion *c, const struct function *function)
{
    return &c->functions->items[function->id];
}
