/* What is decided of each variable: the table. */
#include "convert/plan/variables.h"

#include "base/map.h"

struct variable_plans {
    struct variable_plan *items; /* by variable id */
    struct map by_field;         /* by the name of the field */
};

void
variables_begin(struct conversion *c)
{
    const struct source *source = c->source;
    struct variable_plans *plans = ARENA_NEW(c->arena, struct variable_plans);
    /* One more: nothing is decided of those that stand in no file of the project. */
    plans->items = ARENA_ARRAY(c->arena, struct variable_plan, source->n_variables + 1);
    map_init(&plans->by_field, c->arena);
    c->variables = plans;
    for (size_t i = 0; i < source->n_variables; i++) {
        plan_of_variable(c, source->variables[i])->variable = source->variables[i];
    }
}

struct variable_plan *
variable_plan_of(struct conversion *c, const struct variable *variable)
{
    return &c->variables->items[variable->id];
}

const struct variable_plan *
known_variable(const struct conversion *c, const struct variable *variable)
{
    return &c->variables->items[variable->id];
}

const struct variable_plan *
known_moving(const struct conversion *c, const struct variable *variable)
{
    if (variable == NULL) {
        return NULL;
    }
    const struct variable_plan *plan = known_variable(c, variable);
    return plan->kind != FIELD_NONE ? plan : NULL;
}

struct variable_plan *
moving_plan(struct conversion *c, const struct variable *variable)
{
    return known_moving(c, variable) != NULL ? variable_plan_of(c, variable) : NULL;
}

void
enter_field(struct conversion *c, struct variable_plan *plan)
{
    map_set_string(&c->variables->by_field, plan->field, plan);
}

const struct variable_plan *
plan_of_field(const struct conversion *c, const char *name)
{
    return map_find_string(&c->variables->by_field, name);
}
