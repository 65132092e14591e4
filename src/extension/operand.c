#include "extension/operand.h"

#include <string.h>

#include "base/strbuf.h"
#include "extension/expression.h"

bool
slot_is_binary(const struct slot *slot)
{
    const struct slot_kind *kind = slot_kind_find(slot->name);
    return kind != NULL && kind->receiver == RECEIVER_OPERANDS;
}

/* Is NODE parameter number I of FUNCTION, or a local that was given its type? */
static bool
is_of_parameter(const struct function *function, const struct node *node, size_t i)
{
    const struct variable *variable = node_variable(node);
    const struct node *value = node->kind == NODE_NAME && variable != NULL
                                   ? variable_only_value(variable)
                                   : NULL;
    return node_is_parameter(function, node, i)
           || (value != NULL && node_is_object_type(value)
               && node_is_parameter(function, call_argument(node_bare(value), 0), i));
}

static bool
tree_is_about(const struct function *function, const struct node *root, size_t i)
{
    for (const struct node *node = root; node != NULL; node = node_after(node, root)) {
        if (is_of_parameter(function, node, i)) {
            return true;
        }
    }
    return false;
}

bool
call_is_about(const struct function *function, const struct node *call, size_t i)
{
    for (const struct node *argument = call->first->next; argument != NULL;
         argument = argument->next)
    {
        if (tree_is_about(function, argument, i)) {
            return true;
        }
    }
    return false;
}

bool
node_asks_type(const struct node *node)
{
    if (node->kind == NODE_BINARY) {
        return (node->op == OP_EQUAL || node->op == OP_NOT_EQUAL)
               && (node_is_object_type(node->first)
                   || node_is_object_type(node->first->next));
    }
    const char *name = node->kind == NODE_CALL ? call_name(node) : "";
    return strstr(name, "Check") != NULL || strstr(name, "IS_TYPE") != NULL
           || strstr(name, "check") != NULL || strstr(name, "IsInstance") != NULL
           || strstr(name, "IsSubtype") != NULL;
}

bool
function_asks_type(const struct function *function, size_t i)
{
    const struct node *root = function->body;
    for (const struct node *node = root; node; node = node_after(node, root)) {
        if (node_asks_type(node)
            && (node->kind == NODE_BINARY ? tree_is_about(function, node, i)
                                          : call_is_about(function, node, i)))
        {
            return true;
        }
    }
    return false;
}
