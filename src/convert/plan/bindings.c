/* Functions that the module itself creates from a method table, PyCFunction_New(table,
 * NULL): without a `self` they could not access the module. They are bound to the
 * module, as the functions of m_methods are. */
#include "convert/plan/bindings.h"

#include <string.h>

#include "convert/facts/nodes.h"
#include "convert/plan/instance_receivers.h"
#include "model/extent.h"

bool
is_binding(const struct node *call)
{
    return call->kind == NODE_CALL
           && (strcmp(call_name(call), "PyCMethod_New") == 0
               || strcmp(call_name(call), "PyCFunction_NewEx") == 0
               || strcmp(call_name(call), "PyCFunction_New") == 0);
}

/* The node around USE that is an argument, an initial value or assigned. */
static const struct node *
whole_value(const struct node *use)
{
    return node_outer_reference(use);
}

/* Is CALL bound to the module, or to nothing so that it can be?  A parameter may be the
 * module: edit_bindings() knows. */
static bool
can_be_bound_to_module(const struct conversion *c, const struct node *call)
{
    const struct node *self = node_bare(call_argument(call, 1));
    return self != NULL && call->within != NULL
           && (is_null(self)
               || (self->kind == NODE_NAME && self->variable != NULL
                   && (self->variable->is_parameter
                       || self->variable == c->module_variable)));
}

bool
is_bound_to_own_instance(const struct conversion *c, const struct node *call)
{
    const struct node *self = node_bare(call_argument(call, 1));
    return self != NULL && self->kind == NODE_NAME && self->variable != NULL
           && is_own_instance(c, self->variable->type);
}

bool
is_bound_to_instance(const struct conversion *c, const struct node *use)
{
    const struct node *value = whole_value(use);
    const struct node *call = value->parent;
    return call != NULL && is_binding(call) && call_argument(call, 0) == value
           && is_bound_to_own_instance(c, call);
}

enum { MAX_STEPS = 8 };

/* Does every function that TABLE, a pointer to definitions of functions, leads to become
 * bound to the module?  Notes who binds them. */
static bool
is_only_bound(struct conversion *c, const struct variable *table, int depth,
              bool *out_found)
{
    for (size_t i = 0; i < table->n_uses; i++) {
        const struct node *value = whole_value(table->uses[i]);
        const struct node *parent = value->parent;
        const struct variable *next = NULL;
        if (parent == NULL || depth == MAX_STEPS) {
            return false;
        }
        if (parent->kind == NODE_CALL && parent->first != value) {
            if (!is_binding(parent)
                || node_bare(call_argument(parent, 0)) != node_bare(value)
                || !can_be_bound_to_module(c, parent))
            {
                return false;
            }
            plan_of_function(c, parent->within)->binds = *out_found = true;
        }
        else if (parent->kind == NODE_VARIABLE) {
            next = parent->variable;
        }
        else if (parent->kind == NODE_ASSIGN && parent->first != value) {
            const struct node *target = node_bare(parent->first);
            next = target->kind == NODE_NAME ? target->variable : NULL;
            if (next == NULL) {
                return false;
            }
        }
        if (next != NULL && next != table
            && (next->storage != STORAGE_AUTOMATIC
                || !is_only_bound(c, next, depth + 1, out_found)))
        {
            return false;
        }
    }
    return true;
}

bool
is_bound_to_module(struct conversion *c, const struct node *use)
{
    const struct node *value = whole_value(use);
    const struct node *call = value->parent;
    bool is_found = false;
    if (call == NULL || call->kind != NODE_CALL || call->first == value) {
        return false;
    }
    if (is_binding(call)) {
        if (call_argument(call, 0) != value || !can_be_bound_to_module(c, call)) {
            return false;
        }
        plan_of_function(c, call->within)->binds = true;
        return true;
    }
    const struct function *callee = call->function;
    for (size_t i = 0; callee != NULL && i < callee->n_parameters; i++) {
        if (call_argument(call, i) == value) {
            return callee->in_project && callee->body != NULL
                   && is_only_bound(c, callee->parameters[i], 0, &is_found) && is_found;
        }
    }
    return false;
}
