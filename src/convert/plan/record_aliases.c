/* `static struct globals all; static struct globals *g = &all;`: what is done by `g->member` is
 * done to the objects of `all`, which the module owns. */
#include "convert/plan/record_aliases.h"

#include "convert/facts/nodes.h"
#include "convert/plan/variables.h"

/* Does VALUE lead to a struct that moves and holds objects?  *OUT_IS_ANY: not NULL. */
static bool
leads_to_record(const struct conversion *c, const struct node *value, bool *out_is_any)
{
    if (value == NULL || is_null(value)) {
        return true;
    }
    const struct node *bare = node_bare(value), *referent = node_referent(value);
    const struct variable_plan *plan =
        bare->kind == NODE_UNARY && bare->op == OP_ADDRESS && referent != NULL
            ? moving(c, referent->variable)
            : NULL;
    *out_is_any = true;
    return plan != NULL && plan->kind == FIELD_RECORD;
}

bool
is_record_alias(const struct conversion *c, const struct variable *variable)
{
    const struct variable_plan *plan = moving(c, variable);
    const struct type *type = variable->type;
    bool is_any = false;
    if (plan == NULL || plan->kind != FIELD_DATA || type->kind != TYPE_POINTER
        || type->target == NULL || type->target->kind != TYPE_RECORD
        || !type_holds_object(type->target)
        || !leads_to_record(c, variable->initial, &is_any))
    {
        return false;
    }
    for (size_t i = 0; i < variable->n_uses; i++) {
        const struct node *use = node_outer(variable->uses[i]), *assign = use->parent;
        bool is_set = assign != NULL && assign->kind == NODE_ASSIGN && assign->op == '='
                      && assign->first == use;
        if (is_set && !leads_to_record(c, use->next, &is_any)) {
            return false;
        }
    }
    return is_any;
}
