/* Functions that need the state: what other passes find is recorded here. */
#include "convert/plan/state_users.h"

#include "convert/plan/functions.h"

bool
require_state(struct conversion *c, const struct function *function)
{
    struct function_plan *plan = plan_of_function(c, function);
    bool grows = !plan->needs_state;
    plan->needs_state = true;
    return grows;
}

void
release_state(struct conversion *c, const struct function *function)
{
    plan_of_function(c, function)->needs_state = false;
}
