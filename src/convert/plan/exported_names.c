/* Names that an attribute exports: code that the run does not see may use them. */
#include "convert/plan/exported_names.h"

#include "convert/findings.h"
#include "convert/plan/state_receivers.h"
#include "convert/plan/variables.h"

void
check_exported_names(struct conversion *c)
{
    for (size_t i = 0; i < c->source->n_functions; i++) {
        const struct function *function = c->source->functions[i];
        const struct declaration *place = function_definition(function);
        if (function->is_exported && place != NULL && takes_state(c, function)) {
            note(c, "access-not-converted", place->file, place->name, function->name,
                 "'%s' is exported and gets the state as a parameter: what calls it from another "
                 "library has to pass that",
                 function->name);
        }
    }
    for (size_t i = 0; i < c->source->n_variables; i++) {
        const struct variable *variable = c->source->variables[i];
        const struct declaration *place = variable_declaration(variable);
        const struct variable_plan *plan = moving(c, variable);
        if (variable->is_exported && place != NULL && plan != NULL) {
            note(c, plan->kind == FIELD_TYPE ? "type-not-converted" : "state-not-converted",
                 place->file, place->name, variable->name,
                 "'%s' is exported and moves to the state: what uses it from another library has "
                 "to get it from the module",
                 variable->name);
        }
    }
}
