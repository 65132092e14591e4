/* gc-traverse-ignored: a visit that is not zero ends the traversal; the collector and
 * gc.get_referrers() rely on that. */
#include "checks/check.h"
#include "checks/expression.h"
#include "checks/heap_type.h"

/* Is CALL's value used by nothing? */
static bool
is_ignored(const struct node *call)
{
    const struct node *node = call;
    while (node->parent != NULL
           && (node->parent->kind == NODE_PAREN || node->parent->kind == NODE_CAST))
    {
        node = node->parent;
    }
    const struct node *parent = node->parent;
    return parent != NULL
           && (parent->kind == NODE_BLOCK || parent->kind == NODE_LABEL
               || (parent->kind == NODE_IF && parent->first != node));
}

/* Is CALL a visit, or a call that is handed the visit procedure? */
static bool
visits(const struct function *traverse, const struct node *call)
{
    if (visited_reference(traverse, call) != NULL) {
        return true;
    }
    for (const struct node *argument = call->first->next; argument != NULL;
         argument = argument->next)
    {
        if (node_is_parameter(traverse, argument, 1)) {
            return true;
        }
    }
    return false;
}

static void
check_one(struct check *check, const struct function *traverse)
{
    if (traverse->body == NULL || traverse->n_parameters < 3) {
        return;
    }
    for (const struct node *node = traverse->body; node;
         node = node_after(node, traverse->body))
    {
        const struct type *result = node->type;
        if (node->kind != NODE_CALL || !visits(traverse, node) || !is_ignored(node)
            || (result != NULL && result->kind == TYPE_VOID))
        {
            continue;
        }
        check_add_node(check, "gc-traverse-ignored", node, traverse->name,
                       "%s goes on after a visit that asked it to stop, because it "
                       "ignores this result; return it if it is not 0 (as Py_VISIT "
                       "does)",
                       traverse->name);
    }
}

void
check_gc_traverse_ignored(struct check *check)
{
    check_each_traverse(check, check_one);
}
