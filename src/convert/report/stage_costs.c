/* What each stage does for a module, and what it costs: the plan says it, so that nobody
 * reviews a stage that is not worth a patch of its own. */
#include "convert/report/stage_costs.h"

#include "convert/plan/module_slots.h"

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

static const char *
number_of(const struct conversion *c, size_t n, const char *one, const char *many)
{
    return n == 1 ? TEXT(c, "1 %s", one) : TEXT(c, "%zu %s", n, many);
}

void
write_stage_costs(const struct conversion *c, struct strbuf *plan)
{
    size_t n_state = n_in_group(c, GROUP_STATE);
    size_t n_late = n_in_group(c, GROUP_TYPES_ONLY),
           n_types = n_in_group(c, GROUP_TYPES);
    size_t n_by_type, n_others;
    if (c->options->stage != STAGE_ALL || c->is_multi_phase || n_types == 0) {
        return; /* one stage has all that there is to do, or this is one of them */
    }
    count_accessors(c, &n_by_type, &n_others);
    strbuf_add_string(
        plan, "### In stages\n\n| stage | changes | cost |\n|---|---|---|\n| `init` | "
              "multi-phase initialisation and an opt-out; all static variables stay | "
              "a second module object or interpreter gets an ImportError |\n");
    if (n_state == 0) {
        strbuf_add_string(plan,
                          "| `state` | the same as `init`: functions of static types "
                          "need every variable; continue with `types` | as `init` |\n");
    }
    else {
        strbuf_format(plan,
                      "| `state` | moves %s | as `init`; functions get the state from "
                      "their module |\n",
                      number_of(c, n_state, "static", "statics"));
    }
    strbuf_format(plan, "| `types` | creates %s from static types%s; the module ",
                  number_of(c, n_types, "heap type", "heap types"),
                  n_late == 0 ? ""
                              : TEXT(c, ", and moves %s that their functions need",
                                     number_of(c, n_late, "static", "statics")));
    strbuf_format(plan, "declares `%s` | ", interpreters_value(c));
    strbuf_format(plan, "%s the state from a type, %s from %s |\n\n",
                  number_of(c, n_by_type, "function gets", "functions get"),
                  number_of(c, n_others, "other", "others"), "module or parameter");
}
