/* Values of the slots of a type, from its initialiser or assigned at run time. */
#include "convert/plan/slot_values.h"

#include <string.h>

#include "convert/facts/nodes.h"
#include "convert/plan/run_time_slots.h"

const struct node *
slot_value(const struct conversion *c, const struct variable *type, const char *field)
{
    const struct variable_plan *plan = plan_of_variable(c, type);
    const struct initializer *item = variable_initializer(type, field);
    const struct given_type *given = given_to(plan);
    for (size_t i = 0; i < given->n_slots; i++) {
        if (strcmp(given->slots[i].name, field) == 0) {
            return is_null(given->slots[i].node) ? NULL : given->slots[i].node;
        }
    }
    return item != NULL && !item->is_zero ? item->value : NULL;
}

const struct function *
function_in_slot(const struct conversion *c, const struct variable *type, const char *field)
{
    const struct node *value = slot_value(c, type, field);
    const struct node *referent = value != NULL ? node_referent(value) : NULL;
    return referent != NULL && referent->kind == NODE_NAME ? referent->function : NULL;
}
