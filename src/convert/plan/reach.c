/* Functions that need the state, and are called by code that has none for them. */
#include "convert/plan/reach.h"

#include "convert/arena_text.h"
#include "convert/findings.h"
#include "convert/plan/functions.h"
#include "convert/plan/teardown.h"

static void
refuse_unreachable(struct conversion *c, const struct function *function)
{
    const struct function_plan *plan = plan_of_function(c, function);
    const struct declaration *place = function_definition(function);
    if (place == NULL) {
        return;
    }
    if (plan->access == ACCESS_TEARDOWN) {
        refuse(c, "access-not-converted", place->file, place->name, function->name,
               "'%s' needs the module state, but runs (as %s) when the state may "
               "already be freed; store what it needs in the instance",
               function->name, plan->why != NULL ? plan->why : "a teardown slot");
    }
    else {
        refuse(c, "access-not-converted", place->file, place->name, function->name,
               "'%s' needs the module state but cannot access it: %s%s", function->name,
               plan->why != NULL ? plan->why : "its callers are unknown",
               plan->where != NULL
                   ? TEXT(c, " (%s:%u)", plan->where->file->path,
                          source_line(plan->where->file, plan->where->begin))
                   : "");
    }
}

void
check_reach(struct conversion *c)
{
    for (size_t i = 0; i < c->source->n_functions; i++) {
        const struct function *function = c->source->functions[i];
        const struct function_plan *plan = plan_of_function(c, function);
        if (plan->needs_state && !plan->has_own_state && !may_lack_state(c, function)
            && (plan->access == ACCESS_TEARDOWN || plan->access == ACCESS_UNREACHABLE))
        {
            refuse_unreachable(c, function);
        }
    }
}
