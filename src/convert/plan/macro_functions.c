/* Functions that a macro defines share its text: what serves one must serve all. */
#include "convert/plan/macro_functions.h"

#include "convert/plan/call_contexts.h"
#include "convert/plan/functions.h"
#include "convert/plan/macro_arguments.h"
#include "convert/plan/state_receivers.h"

static bool
is_binary(enum access access)
{
    return access == ACCESS_OPERANDS || access == ACCESS_SELF;
}

/* Let FUNCTION and the others of its macro have the state from either operand, where one
 * of them needs that. */
static void
join_accesses(struct conversion *c, const struct function *function)
{
    for (size_t i = 0; i < c->source->n_functions; i++) {
        const struct function *other = c->source->functions[i];
        const struct function_plan *theirs = plan_of_function(c, other);
        const struct function_plan *mine = plan_of_function(c, function);
        if (other->made_by == function->made_by && theirs->needs_state
            && theirs->access != mine->access && is_binary(theirs->access)
            && is_binary(mine->access))
        {
            change_access(c, function, ACCESS_OPERANDS);
            change_access(c, other, ACCESS_OPERANDS);
        }
    }
}

void
plan_macro_functions(struct conversion *c)
{
    for (size_t i = 0; i < c->source->n_functions; i++) {
        const struct function *function = c->source->functions[i];
        const struct function_plan *plan = plan_of_function(c, function);
        if (function->made_by != NULL && plan->needs_state && plan->belongs
            && !takes_state(c, function) && !is_served_by_names(c, function))
        {
            join_accesses(c, function);
        }
    }
}
