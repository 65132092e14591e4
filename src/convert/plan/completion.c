/* Modules with nothing left to do. */
#include "convert/plan/completion.h"

#include "convert/plan/export.h"

bool
is_done_already(const struct conversion *c)
{
    if (!c->is_multi_phase || c->is_once != (c->opt_out.exec != NULL)
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
