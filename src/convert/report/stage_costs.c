/* What each stage does for a module, and what it costs: the plan says it, so that nobody
 * reviews a stage that is not worth a patch of its own. */
#include "convert/report/stage_costs.h"

#include "convert/plan/functions.h"
#include "convert/plan/stages.h"
#include "convert/plan/variables.h"

/* How many variables move in GROUP. */
static size_t
n_in_group(const struct conversion *c, enum field_group group)
{
    size_t n = 0;
    for (size_t i = 0; i < c->source->n_variables; i++) {
        const struct variable_plan *plan = moving(c, c->source->variables[i]);
        n += plan != NULL && plan->group == group;
    }
    return n;
}

/* The functions that need the state and have to find it by a type or an instance, and the
 * others. */
static void
count_accessors(const struct conversion *c, size_t *out_by_type, size_t *out_others)
{
    *out_by_type = *out_others = 0;
    for (size_t i = 0; i < c->source->n_functions; i++) {
        const struct function_plan *plan = plan_of_function(c, c->source->functions[i]);
        if (!plan->needs_state || !plan->belongs) {
            continue;
        }
        switch (plan->access) {
        case ACCESS_SELF:
        case ACCESS_CLASS:
        case ACCESS_EITHER:
        case ACCESS_OBJECT:
        case ACCESS_OPERANDS:
        case ACCESS_TEARDOWN:
            (*out_by_type)++;
            break;
        default:
            (*out_others)++;
            break;
        }
    }
}

static struct planned_stage *
add_stage(const struct conversion *c, struct module_plan *out, const char *name)
{
    ARENA_GROW(c->arena, out->stages, out->n_stages, out->stages_capacity);
    struct planned_stage *stage = &out->stages[out->n_stages++];
    *stage = (struct planned_stage){.name = name, .is_once = true};
    return stage;
}

void
plan_stage_costs(const struct conversion *c, struct module_plan *out)
{
    size_t n_types = n_in_group(c, GROUP_TYPES);
    if (c->options->stage != STAGE_ALL || c->module->is_multi_phase || n_types == 0) {
        return; /* one stage has all that there is to do, or this is one of them */
    }
    add_stage(c, out, "init");
    add_stage(c, out, "state")->n_variables = n_in_group(c, GROUP_STATE);
    struct planned_stage *types = add_stage(c, out, "types");
    types->n_variables = n_in_group(c, GROUP_TYPES_ONLY);
    types->n_types = n_types;
    types->is_once = c->stages->is_once;
    count_accessors(c, &types->n_by_type, &types->n_others);
}
