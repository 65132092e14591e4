/* init-exec-once: an exec function runs for each module object.  One that returns early where
 * a static says that it ran leaves all others empty. */
#include <string.h>

#include "checks/check.h"
#include "extension/expression.h"

/* The static number that CONDITION asks to be set: `ready`, `ready != 0`, `ready == 1`. */
static const struct variable *
asked_flag(const struct node *condition)
{
    const struct node *bare = node_bare(condition);
    if (bare != NULL && bare->kind == NODE_BINARY
        && (bare->op == OP_EQUAL || bare->op == OP_NOT_EQUAL))
    {
        const struct node *value = node_bare(bare->first->next);
        bool is_zero = value != NULL && value->has_value && value->value == 0;
        if (value == NULL || !value->has_value || is_zero != (bare->op == OP_NOT_EQUAL)) {
            return NULL;
        }
        bare = node_bare(bare->first);
    }
    const struct variable *variable =
        bare != NULL && bare->kind == NODE_NAME ? bare->variable : NULL;
    return variable != NULL && variable_is_static(variable)
                   && !variable->is_thread_local && variable->type->kind == TYPE_INTEGER
               ? variable
               : NULL;
}

/* Is STATEMENT `return 0;`, alone or in a block? */
static bool
returns_success(const struct node *statement)
{
    while (statement != NULL && statement->kind == NODE_BLOCK
           && statement->first != NULL && statement->first->next == NULL)
    {
        statement = statement->first;
    }
    const struct node *value =
        statement != NULL && statement->kind == NODE_RETURN ? node_bare(statement->first)
                                                            : NULL;
    return value != NULL && value->has_value && value->value == 0;
}

/* Is VARIABLE the module that FUNCTION is given, or a local that was found by that: its state? */
static bool
is_of_module(const struct function *function, const struct variable *variable)
{
    const struct variable *module = function->parameters[0];
    const struct node *value = variable != module && !variable_is_static(variable)
                                   ? variable_only_value(variable)
                                   : NULL;
    for (const struct node *node = value; node != NULL; node = node_after(node, value)) {
        if (node->kind == NODE_NAME && node->variable == module) {
            return true;
        }
    }
    return variable == module;
}

/* Does FUNCTION, behind STATEMENT, set FLAG, and use its module? */
static bool
fills_module_behind(const struct function *function, const struct node *statement,
                    const struct variable *flag)
{
    bool sets = false, uses = false;
    for (const struct node *next = statement->next; next != NULL; next = next->next) {
        for (const struct node *node = next; node != NULL; node = node_after(node, next)) {
            if (node->kind != NODE_NAME || node->variable == NULL) {
                continue;
            }
            const struct node *outer = node_outer(node);
            sets |= node->variable == flag && node->is_written;
            uses |= is_of_module(function, node->variable)
                    && outer->parent != NULL && outer->parent->kind != NODE_BLOCK;
        }
    }
    return sets && uses;
}

static void
check_exec(struct check *check, const struct function *exec)
{
    for (const struct node *node = exec->body->first; node != NULL; node = node->next) {
        const struct variable *flag =
            node->kind == NODE_IF && node_n_children(node) == 2 ? asked_flag(node->first)
                                                                : NULL;
        if (flag != NULL && returns_success(node->first->next)
            && fills_module_behind(exec, node, flag))
        {
            check_add_node(check, "init-exec-once", node, flag->name,
                           "%s returns here for every module object but the first in the "
                           "process, and leaves them empty; initialise each module "
                           "object, and only what is process-wide once",
                           exec->name);
        }
    }
}

void
check_init_exec_once(struct check *check)
{
    for (size_t i = 0; i < check->extension->n_modules; i++) {
        const struct slots *slots = &check->extension->modules[i].slots;
        for (size_t k = 0; k < slots->n_items; k++) {
            const struct function *function = slots->items[k].function;
            if (strcmp(slots->items[k].name, "Py_mod_exec") == 0 && function != NULL
                && function->body != NULL && function->n_parameters > 0)
            {
                check_exec(check, function);
            }
        }
    }
}
