/* Functions and macros that get the state, and places that need it. */
#include "convert/plan/state_receivers.h"

#include "convert/facts/inactive/clinic.h"
#include "convert/plan/callbacks.h"
#include "convert/plan/closures.h"
#include "convert/plan/collector.h"
#include "convert/plan/functions.h"
#include "convert/plan/lazy_types.h"
#include "convert/plan/macros.h"
#include "convert/plan/module.h"
#include "convert/plan/sized_types.h"
#include "convert/plan/slot_calls.h"
#include "convert/plan/state_demand.h"
#include "convert/plan/variables.h"
#include "model/extent.h"

bool
takes_state(const struct conversion *c, const struct function *function)
{
    const struct function_plan *plan = plan_of_function(c, function);
    return plan->needs_state && !plan->has_context && !plan->has_own_state
           && !(plan->is_init && plan->module_parameter >= 0) && !plan->gets_module
           && plan->access == ACCESS_PARAMETER;
}

bool
mention_needs_state(const struct conversion *c, const struct mention *mention)
{
    if (is_in_lazy_ready(c, mention->file, mention->begin)) {
        return false;
    }
    if (mention->node != NULL && mention->in_macro == NULL && is_sized_type(c, mention->node)) {
        return false;
    }
    if (mention->variable != NULL) {
        return moving(c, mention->variable) != NULL && !is_own_type(c, mention)
               && slot_call_of(c, mention).type == NULL;
    }
    if (mention->macro != NULL) {
        const struct macro_plan *plan = plan_of_macro(c, mention->macro);
        return plan->needs_state && !plan->is_generator;
    }
    const struct function_plan *plan = plan_of_function(c, mention->function);
    struct brackets arguments;
    if (plan->is_grouped && !use_brackets(mention->file, mention->begin, &arguments)) {
        return false; /* its address: who calls it hands over the state */
    }
    return takes_state(c, mention->function)
           || (plan->needs_state && plan->gets_module);
}

bool
names_state(const struct conversion *c, const struct function *function)
{
    if (function == NULL || is_clinic_function(function)) {
        return false; /* it has an expression for it */
    }
    for (const struct mention *mention = NULL;
         (mention = next_mention_in(c, function, mention)) != NULL;)
    {
        if (mention->in_macro != NULL) {
            continue;
        }
        if (mention->function != NULL
                ? takes_state(c, mention->function) && mention_needs_state(c, mention)
                : mention_needs_state(c, mention))
        {
            return true;
        }
    }
    for (size_t i = 0; i < c->source->n_macros; i++) {
        const struct macro_plan *plan = plan_of_macro(c, c->source->macros[i]);
        if (plan->needs_state && plan->home == function) {
            return true;
        }
    }
    return plan_of_function(c, function)->looks_up || calls_callback(c, function)
           || uses_closure(c, function);
}

const char *
module_name_in(const struct conversion *c, const struct function *function)
{
    const struct function_plan *plan = plan_of_function(c, function);
    if (function == c->init->setup) {
        return c->init->module;
    }
    return plan->module_parameter >= 0
               ? function->parameters[plan->module_parameter]->name
               : c->demand->new_module;
}
