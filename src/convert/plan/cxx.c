/* Functions of C++ that cannot be handed the state.  That is one cause, of whichever statics they
 * need. */
#include "convert/plan/cxx.h"

#include "convert/arena_text.h"

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
            const char *need = only_need(c, function);
            refuse(c, "access-not-converted", place->file, place->name, function->name,
                   "'%s' needs the module state%s, but is %s and cannot get a parameter",
                   function->name, need != NULL ? TEXT(c, " for %s", need) : "",
                   function->is_member ? "a member of a class" : "a template")
                ->cause = function->is_member ? "functions that are members of classes"
                                              : "functions that are templates";
        }
    }
}
