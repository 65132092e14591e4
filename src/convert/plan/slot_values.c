/* Values of the slots of a type, from its initialiser or assigned at run time. */
#include "convert/plan/slot_values.h"

#include <string.h>

#include "convert/facts/nodes.h"
#include "convert/plan/variables.h"

const struct node *
slot_value(const struct conversion *c, const struct variable *type, const char *field)
{
    const struct variable_plan *plan = plan_of_variable(c, type);
    const struct initializer *item = variable_initializer(type, field);
    for (size_t i = 0; i < plan->n_slots; i++) {
        if (strcmp(plan->slots[i].name, field) == 0) {
            return is_null(plan->slots[i].node) ? NULL : plan->slots[i].node;
        }
    }
    return item != NULL && !item->is_zero ? item->value : NULL;
}
