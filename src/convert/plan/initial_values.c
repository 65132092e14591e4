/* Initial values of moved variables: the exec function assigns them to the fields of
 * the state. */
#include "convert/plan/initial_values.h"

#include "convert/facts/nodes.h"

static bool
begins_by_parts(const struct variable *variable)
{
    uint8_t kind = variable->type->kind;
    for (size_t i = 0; i < variable->n_initializers; i++) {
        if (!variable->initializers[i].is_zero
            && (kind == TYPE_ARRAY || kind == TYPE_RECORD)) {
            return true;
        }
    }
    return false;
}

bool
has_initial_values(const struct conversion *c)
{
    for (size_t i = 0; i < c->source->n_variables; i++) {
        const struct variable *variable = c->source->variables[i];
        const struct variable_plan *plan = moving(c, variable);
        if (plan == NULL || plan->kind == FIELD_TYPE) {
            continue;
        }
        bool begins_whole =
            variable->initial != NULL && variable->type->kind != TYPE_ARRAY
            && variable->type->kind != TYPE_RECORD
            && variable->initial->kind != NODE_INIT_LIST && !is_null(variable->initial);
        if (begins_whole || begins_by_parts(variable)) {
            return true;
        }
    }
    return false;
}
