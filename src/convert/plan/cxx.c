/* Functions of C++ that cannot be handed the state. */
#include "convert/plan/cxx.h"

#include "convert/findings.h"
#include "convert/plan/functions.h"
#include "convert/plan/reached_statics.h"

void
check_cxx(struct conversion *c)
{
    for (size_t i = 0; i < c->source->n_functions; i++) {
        const struct function *function = c->source->functions[i];
        const struct function_plan *plan = plan_of_function(c, function);
        const struct declaration *place = function_definition(function);
        if (plan->needs_state && plan->belongs && place != NULL
            && (function->is_member || function->is_template))
        {
            refuse(c, "access-not-converted", place->file, place->name, function->name,
                   "'%s' needs the module state, but is %s and cannot get a parameter",
                   function->name,
                   function->is_member ? "a member of a class" : "a template")
                ->cause = only_need(c, function);
        }
    }
}
