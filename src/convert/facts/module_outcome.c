/* `result = module; module = NULL; done: Py_XDECREF(module); return result;` */
#include "convert/facts/module_outcome.h"

#include "convert/facts/nodes.h"
#include "extension/expression.h"

/* Does USE of a local no more than compare it, test it, give it back, or give it MODULE or
 * NULL? */
static bool
tells_of_module(const struct node *use, const struct variable *module)
{
    const struct node *value = node_outer(use), *parent = value->parent;
    if (parent == NULL || use->is_address_taken) {
        return false;
    }
    switch (parent->kind) {
    case NODE_ASSIGN:
        return parent->first == value && parent->op == '=' && is_whole_statement(parent)
               && (is_null(value->next) || node_variable(value->next) == module);
    case NODE_RETURN:
    case NODE_BINARY:
        return true;
    case NODE_UNARY:
        return parent->op == OP_NOT;
    case NODE_IF:
        return parent->first == value;
    default:
        return false;
    }
}

bool
is_module_outcome(const struct variable *local, const struct variable *module)
{
    if (local == NULL || module == NULL || local == module
        || local->storage != STORAGE_AUTOMATIC || local->is_parameter
        || local->initial == NULL || !is_null(local->initial))
    {
        return false;
    }
    for (size_t i = 0; i < local->n_uses; i++) {
        if (!tells_of_module(local->uses[i], module)) {
            return false;
        }
    }
    return true;
}

/* Is MODULE, behind NODE, no more than given up? */
static bool
is_only_dropped_behind(const struct variable *module, const struct node *node)
{
    for (size_t i = 0; i < module->n_uses; i++) {
        const struct node *use = module->uses[i], *user = node_outer(use)->parent;
        bool is_drop = user != NULL && user->kind == NODE_CALL
                       && released_reference(user) != NULL;
        if (use->begin >= node->end && !is_drop) {
            return false;
        }
    }
    return true;
}

bool
hands_module_over(const struct node *assign, const struct variable *module)
{
    const struct node *before = assign->parent != NULL ? assign->parent->first : NULL;
    if (assign->kind != NODE_ASSIGN || assign->op != '=' || !is_whole_statement(assign)
        || assign->origin != ORIGIN_FILE || node_variable(assign->first) != module
        || !is_null(assign->first->next))
    {
        return false;
    }
    while (before != NULL && before->next != assign) {
        before = before->next;
    }
    return before != NULL && before->kind == NODE_ASSIGN && before->op == '='
           && node_variable(before->first->next) == module
           && is_module_outcome(node_variable(before->first), module)
           && is_only_dropped_behind(module, assign);
}
