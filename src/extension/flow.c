#include "extension/flow.h"

#include <stddef.h>

static bool
is_ancestor(const struct node *ancestor, const struct node *node)
{
    for (; node != NULL; node = node->parent) {
        if (node == ancestor) {
            return true;
        }
    }
    return false;
}

static bool
leaves(const struct node *statement)
{
    return statement->kind == NODE_RETURN || statement->kind == NODE_GOTO
           || statement->kind == NODE_THROW || statement->kind == NODE_BREAK
           || statement->kind == NODE_CONTINUE;
}

/* Does what runs behind CHILD, in its block, leave the block? */
static bool
is_left_behind(const struct node *child)
{
    for (const struct node *next = child->next; next != NULL; next = next->next) {
        if (next->kind == NODE_LABEL || next->kind == NODE_CASE
            || next->kind == NODE_DEFAULT)
        {
            return false;
        }
        if (leaves(next)) {
            return true;
        }
    }
    return false;
}

/* The nodes of one function are made in the order of their text; a macro's parts
 * share one place, and are ordered by the tree. */
static bool
stands_before(const struct node *a, const struct node *b)
{
    const struct node *common = a->parent;
    while (common != NULL && !is_ancestor(common, b)) {
        common = common->parent;
    }
    if (common == NULL) {
        return false;
    }
    for (const struct node *child = common->first; child; child = child->next) {
        if (is_ancestor(child, a)) {
            return !is_ancestor(child, b);
        }
        if (is_ancestor(child, b)) {
            return false;
        }
    }
    return false;
}

/* Is CHILD what LOOP does behind its body, in front of the next round?  It stands in front. */
static bool
is_next_part(const struct node *loop, const struct node *child)
{
    const char *part = loop->kind == NODE_FOR ? loop->text : "";
    for (const struct node *at = loop->first; at != NULL && *part != '\0'; at = at->next) {
        if (at == child) {
            return *part == 'n';
        }
        part++;
    }
    return false;
}

bool
node_flows_to(const struct node *before, const struct node *after)
{
    if (before->within != after->within || !stands_before(before, after)) {
        return false;
    }
    const struct node *child = before;
    for (const struct node *parent = before->parent; parent != NULL;
         child = parent, parent = parent->parent)
    {
        if (leaves(child) && !is_ancestor(child, after)) {
            return false; /* `return f(self);` */
        }
        if (is_ancestor(parent, after)) {
            bool is_choice =
                parent->kind == NODE_IF || parent->kind == NODE_CONDITIONAL;
            return is_choice ? parent->first == child : !is_next_part(parent, child);
        }
        if (parent->kind == NODE_BLOCK && is_left_behind(child)) {
            return false;
        }
    }
    return false;
}

bool
node_is_unconditional(const struct node *node)
{
    const struct node *child = node;
    for (const struct node *parent = node->parent; parent != NULL;
         child = parent, parent = parent->parent)
    {
        switch (parent->kind) {
        case NODE_IF:
        case NODE_CONDITIONAL:
        case NODE_FOR:
        case NODE_WHILE:
        case NODE_SWITCH:
            if (parent->first != child) {
                return false;
            }
            break;
        default:
            break;
        }
    }
    return true;
}
