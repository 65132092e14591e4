#include "extension/opt_out.h"

#include <string.h>

#include "base/strbuf.h"
#include "extension/expression.h"

/* Is NODE `return -1` (or another failure) after raising ImportError? */
static bool
raises_import_error(const struct node *block)
{
    bool raises = false, leaves = false;
    for (const struct node *node = block; node; node = node_after(node, block)) {
        if (node->kind == NODE_NAME && node->variable != NULL
            && strcmp(node->variable->name, "PyExc_ImportError") == 0)
        {
            raises = true;
        }
        leaves = leaves || node->kind == NODE_RETURN || node->kind == NODE_GOTO;
    }
    return raises && leaves;
}

/* The guide's opt-out: an exec function that fails with ImportError when a
 * static says that the module was loaded before. */
const struct variable *
opt_out_flag(const struct node *node)
{
    if (node->kind != NODE_IF || node->first == NULL || node->first->next == NULL
        || !raises_import_error(node->first->next))
    {
        return NULL;
    }
    /* A flag is rather a number than a pointer. */
    const struct variable *flag = NULL;
    const struct node *condition = node->first;
    for (const struct node *part = condition; part; part = node_after(part, condition))
    {
        if (part->kind == NODE_NAME && part->variable != NULL
            && variable_is_static(part->variable) && part->variable->in_project
            && (flag == NULL
                || (flag->type->kind == TYPE_POINTER
                    && part->variable->type->kind != TYPE_POINTER)))
        {
            flag = part->variable;
        }
    }
    return flag;
}

/* Such a condition in FUNCTION, or in what it calls, DEPTH levels down; or NULL. */
static const struct node *
find_guard(const struct function *function, int depth)
{
    const struct node *root = function ? function->body : NULL;
    for (const struct node *node = root; node != NULL; node = node_after(node, root)) {
        if (opt_out_flag(node) != NULL) {
            return node;
        }
        if (depth > 0 && node->kind == NODE_CALL && node->function != function) {
            const struct node *guard = find_guard(node->function, depth - 1);
            if (guard != NULL) {
                return guard;
            }
        }
    }
    return NULL;
}

const struct node *
opt_out_of_slots(const struct slots *slots)
{
    for (size_t i = 0; i < slots->n_items; i++) {
        const struct node *guard = strcmp(slots->items[i].name, "Py_mod_exec") == 0
                                       ? find_guard(slots->items[i].function, 1)
                                       : NULL;
        if (guard != NULL) {
            return guard;
        }
    }
    return NULL;
}

const struct variable *
guard_flag(const struct module *module)
{
    return module->guard != NULL ? opt_out_flag(module->guard) : NULL;
}

/* The value that NODE stores into FLAG; NULL: it stores none, or an unknown one. */
static const struct node *
stored_value(const struct node *node, const struct variable *flag)
{
    if (node->kind == NODE_ASSIGN && node->op == '='
        && node_variable(node->first) == flag)
    {
        return node->first->next;
    }
    /* Atomic built-ins: the pointer, the memory order, the value. */
    if (node->kind == NODE_OTHER && node->first != NULL
        && node->first->kind == NODE_UNARY && node->first->op == OP_ADDRESS
        && node_variable(node->first) == flag)
    {
        return node_child(node, 2);
    }
    /* Those of C++: methods, and the operator. */
    const struct node *callee =
        node->kind == NODE_CALL ? node_bare(node->first) : NULL;
    if (callee != NULL && callee->kind == NODE_MEMBER
        && node_variable(callee->first) == flag)
    {
        bool is_conditional = strncmp(callee->text, "compare_exchange", 16) == 0;
        bool is_store = is_conditional || strcmp(callee->text, "exchange") == 0
                        || strcmp(callee->text, "store") == 0;
        return is_store ? call_argument(node, is_conditional ? 1 : 0) : NULL;
    }
    if (node->kind == NODE_OTHER && node->function != NULL
        && strcmp(node->function->name, "operator=") == 0
        && node_variable(node->first) == flag)
    {
        return node_child(node, node_n_children(node) - 1);
    }
    if (node->kind == NODE_CALL && strstr(call_name(node), "atomic") != NULL
        && node_variable(call_argument(node, 0)) == flag)
    {
        return call_argument(node, 1);
    }
    return NULL;
}

bool
node_gives_flag(const struct node *node, const struct variable *flag, bool set)
{
    if (node->kind == NODE_UNARY && node_variable(node->first) == flag) {
        return set ? node->op == OP_INCREMENT : node->op == OP_DECREMENT;
    }
    const struct node *value = node_bare(stored_value(node, flag));
    return value != NULL && value->has_value && (value->value != 0) == set;
}
