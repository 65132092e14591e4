/* Tables that hold addresses of what moves: of types to be made ready, of exceptions to
 * be filled; and pointers that begin with one.  Inside a function such a table becomes an automatic one; others become a
 * part of the state, too, and are filled when the module is executed. */
#include "convert/plan/tables.h"

#include "convert/facts/ready_calls.h"
#include "convert/plan/variable_selection.h"
#include "convert/plan/variables.h"
#include "model/extent.h"

/* Does the initialiser of VARIABLE hold an address of something that moves? */
static bool
holds_moving(const struct conversion *c, const struct variable *variable)
{
    for (size_t i = 0; i < c->source->n_variables; i++) {
        const struct variable *other = c->source->variables[i];
        for (size_t k = 0; moving(c, other) != NULL && k < other->n_uses; k++) {
            if (other->uses[k]->holder == variable) {
                return true;
            }
        }
    }
    return false;
}

/* Does the value of USE, a table, stay inside of its function? */
static bool
is_used_inside(const struct node *use)
{
    const struct node *node = use;
    while (node->parent != NULL
           && (node->parent->kind == NODE_PAREN || node->parent->kind == NODE_CAST
               || node->parent->kind == NODE_SUBSCRIPT
               || node->parent->kind == NODE_MEMBER || node->parent->kind == NODE_BINARY
               || node->parent->kind == NODE_UNARY))
    {
        if (node->parent->kind == NODE_SUBSCRIPT || node->parent->kind == NODE_MEMBER
            || (node->parent->kind == NODE_UNARY && node->parent->op == OP_DEREFERENCE))
        {
            return true; /* one of its values */
        }
        node = node->parent;
    }
    const struct node *parent = node->parent;
    if (parent == NULL || parent->kind == NODE_RETURN) {
        return false;
    }
    if (parent->kind != NODE_ASSIGN) {
        return true;
    }
    const struct node *target = node_bare(parent->first);
    return target->kind == NODE_NAME && target->variable != NULL
           && target->variable->storage == STORAGE_AUTOMATIC;
}

enum { MAX_CALLERS = 4 };

/* Does the table's function reach NODE behind the table's declaration, or call what
 * does? */
static bool
is_reached_behind(const struct variable *table, const struct node *node, unsigned depth)
{
    const struct function *within = node->within;
    if (within == NULL || within == table->owner) {
        return within != NULL && node->begin > variable_declaration(table)->begin;
    }
    for (size_t i = 0; depth > 0 && i < within->n_uses; i++) {
        if (within->uses[i]->within != within
            && is_reached_behind(table, within->uses[i], depth - 1))
        {
            return true;
        }
    }
    return false;
}

const struct variable *
moved_type_at(const struct conversion *c, const struct initializer *item)
{
    const struct node *referent = node_referent(item->value);
    const struct variable_plan *plan = referent != NULL && referent->kind == NODE_NAME
                                           ? moving(c, referent->variable)
                                           : NULL;
    return plan != NULL && plan->kind == FIELD_TYPE ? plan->variable : NULL;
}

/* Does the table begin with a type that is made only afterwards? */
static bool
begins_too_early(const struct conversion *c, const struct variable *table)
{
    for (size_t i = 0; i < table->n_initializers; i++) {
        const struct variable *type = moved_type_at(c, &table->initializers[i]);
        for (size_t k = 0; type != NULL && k < type->n_uses; k++) {
            const struct node *call = ready_call(type->uses[k]);
            if (call != NULL && is_reached_behind(table, call, MAX_CALLERS)) {
                return true;
            }
        }
    }
    return false;
}

static bool
can_be_automatic(const struct conversion *c, const struct variable *variable)
{
    const struct declaration *d = variable_declaration(variable);
    if (variable->owner == NULL || d == NULL || d->from_macro || d->n_declarators > 1) {
        return false;
    }
    for (size_t i = 0; i < variable->n_uses; i++) {
        if (variable->uses[i]->is_written || !is_used_inside(variable->uses[i])) {
            return false;
        }
    }
    return !begins_too_early(c, variable);
}

void
plan_tables(struct conversion *c)
{
    for (bool grows = true; grows;) {
        grows = false;
        for (size_t i = 0; i < c->source->n_variables; i++) {
            const struct variable *variable = c->source->variables[i];
            struct variable_plan *plan = plan_of_variable(c, variable);
            uint8_t kind = variable->type != NULL ? variable->type->kind : TYPE_OTHER;
            bool is_pointer = kind == TYPE_POINTER && !variable->type->is_const;
            if (!plan->belongs || !variable->in_project || !variable_is_static(variable)
                || plan->is_automatic || plan->kind == FIELD_TYPE
                || plan->kept_for == KEPT_FOR_REST
                || variable->n_initializers == 0
                || (kind != TYPE_ARRAY && kind != TYPE_RECORD && !is_pointer)
                || type_is_api_table(variable->type) || !holds_moving(c, variable))
            {
                continue;
            }
            if (!is_pointer && can_be_automatic(c, variable)) {
                plan->is_automatic = grows = true;
                leave_static(c, variable);
            }
            else if (plan->kind == FIELD_NONE && !plan->is_shared) {
                grows |= move_table(c, variable);
            }
        }
    }
}

void
keep_tables(struct conversion *c)
{
    for (size_t i = 0; i < c->source->n_variables; i++) {
        struct variable_plan *plan = plan_of_variable(c, c->source->variables[i]);
        plan->is_automatic = plan->is_automatic && holds_moving(c, plan->variable);
    }
}
