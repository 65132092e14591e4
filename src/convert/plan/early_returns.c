/* Where a hook is left before the lines at its end. */
#include "convert/plan/early_returns.h"

#include "convert/facts/nodes.h"
#include "extension/expression.h"
#include "extension/module_state.h"

/* Does CONDITION say that there is no state? */
static bool
is_without_state(const struct node *condition)
{
    const struct node *asked = node_bare(condition);
    if (asked->kind == NODE_UNARY && asked->op == OP_NOT) {
        asked = asked->first;
    }
    else if (asked->kind == NODE_BINARY && asked->op == OP_EQUAL
             && node_is_null(asked->first->next))
    {
        asked = asked->first;
    }
    else {
        return false;
    }
    const struct variable *state = node_variable(asked);
    const struct node *value = state != NULL ? variable_only_value(state) : NULL;
    const struct node *call = value != NULL ? node_resolved(value) : NULL;
    return call != NULL && call->kind == NODE_CALL && call_is_module_state(call);
}

/* Does NODE, a return, leave a part of the work undone? */
static bool
is_early(const struct node *node)
{
    const struct node *value = node->first != NULL ? node_bare(node->first) : NULL;
    const struct node *outer = node->parent;
    while (outer->kind == NODE_BLOCK && outer->parent != NULL) {
        outer = outer->parent;
    }
    return (value == NULL || value->has_value)
           && !(outer->kind == NODE_IF && is_inside(node, outer->first->next)
                && is_without_state(outer->first));
}

const struct node *
last_statement(const struct function *hook)
{
    const struct node *last = hook->body != NULL ? hook->body->first : NULL;
    while (last != NULL && last->next != NULL) {
        last = last->next;
    }
    return last;
}

const struct node *
early_return(const struct function *hook)
{
    const struct node *last = last_statement(hook);
    for (const struct node *statement = last != NULL ? hook->body->first : NULL;
         statement != NULL; statement = statement->next)
    {
        for (const struct node *n = statement; n != NULL; n = node_after(n, statement)) {
            if (n->kind == NODE_RETURN && n != last && is_early(n)) {
                return statement;
            }
        }
    }
    return NULL;
}
