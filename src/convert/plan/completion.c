/* Modules with nothing left to do, or with nothing to do it in. */
#include "convert/plan/completion.h"

#include "convert/findings.h"
#include "convert/plan/export.h"
#include "convert/plan/initial_values.h"
#include "convert/plan/module.h"
#include "convert/plan/opt_out.h"
#include "convert/plan/stages.h"
#include "convert/plan/variable_selection.h"
#include "convert/plan/variables.h"

bool
is_done_already(const struct conversion *c)
{
    if (!c->module->is_multi_phase || c->stages->is_once != (c->opt_out->exec != NULL)
        || needs_export(c)) {
        return false;
    }
    for (size_t i = 0; i < c->source->n_variables; i++) {
        const struct variable *variable = c->source->variables[i];
        if (moving(c, variable) != NULL
            || (plan_of_variable(c, variable)->is_atomic && !variable->type->is_atomic))
        {
            return false;
        }
    }
    return true;
}

void
check_done(struct conversion *c)
{
    c->is_done |= is_done_already(c);
}

void
check_execution(struct conversion *c)
{
    bool is_executed = c->init->setup != NULL && c->init->setup->body != NULL;
    if (!is_executed
        && (!c->module->is_multi_phase || c->selection->moves_types
            || has_initial_values(c)))
    {
        const struct declaration *place = variable_declaration(c->module->variable);
        refuse(c, "init-not-converted", place->file, place->name,
               c->module->variable->name, "the module has no exec function");
        c->is_done = true;
    }
}
