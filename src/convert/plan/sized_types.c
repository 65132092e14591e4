#include "convert/plan/sized_types.h"

#include "convert/facts/nodes.h"
#include "convert/plan/variables.h"

bool
is_sized_type(const struct conversion *c, const struct node *use)
{
    const struct variable_plan *plan = moving(c, use->variable);
    return plan != NULL && plan->kind == FIELD_TYPE && !plan->is_sequence && is_sized(use);
}
