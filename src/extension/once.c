#include "extension/once.h"

#include <string.h>

#include "base/strbuf.h"
#include "extension/calls.h"

enum { ONCE_DEPTH = 4 }; /* locals behind locals, callers of callers */

/* --- values -------------------------------------------------------------- */

static bool is_constant(const struct node *root, int depth);

/* Is the local VARIABLE given nothing but constants? */
static bool
is_constant_local(const struct variable *variable, int depth)
{
    if (variable->is_parameter || depth <= 0
        || (variable->initial != NULL && !is_constant(variable->initial, depth - 1)))
    {
        return false;
    }
    for (size_t i = 0; i < variable->n_uses; i++) {
        const struct node *use = variable->uses[i];
        const struct node *parent = use->parent;
        const struct node *around = call_around(use, NULL);
        if (use->is_address_taken && around != NULL
            && (string_starts(call_name(around), "Py")
                || string_starts(call_name(around), "_Py")))
        {
            return false; /* PyArg_ParseTuple(args, "i", &local) */
        }
        if (use->is_written && parent != NULL && parent->kind == NODE_ASSIGN
            && parent->first == use && !is_constant(parent->first->next, depth - 1))
        {
            return false;
        }
    }
    return true;
}

/* Does the expression depend on no argument and on no interpreter? */
static bool
is_constant(const struct node *root, int depth)
{
    for (const struct node *node = root; node != NULL; node = node_after(node, root)) {
        if (node->kind != NODE_NAME) {
            continue;
        }
        if (node->function != NULL && string_starts(node->function->name, "Py")) {
            return false;
        }
        if (node->variable != NULL && !variable_is_static(node->variable)
            && !is_constant_local(node->variable, depth))
        {
            return false;
        }
    }
    return true;
}

/* --- conditions ---------------------------------------------------------- */

/* Does CONDITION ask static data of the project and nothing else? */
static bool
asks_static_data(const struct node *condition)
{
    bool asks = false;
    for (const struct node *node = condition; node != NULL;
         node = node_after(node, condition))
    {
        if (node->kind == NODE_CALL) {
            return false;
        }
        if (node->kind != NODE_NAME || node->variable == NULL) {
            continue;
        }
        if (!variable_is_static(node->variable)) {
            return false;
        }
        asks = asks || (node->variable->in_project && !node->variable->is_thread_local);
    }
    return asks;
}

static bool
leaves(const struct node *statement)
{
    for (const struct node *node = statement; node != NULL;
         node = node_after(node, statement))
    {
        if (node->kind == NODE_RETURN) {
            return true;
        }
    }
    return false;
}

/* The condition over static data without which NODE is not reached: it is in a branch, or
 * behind `if (is_set) return;`.  NULL: there is none. */
static const struct node *
condition_before(const struct node *node)
{
    for (const struct node *child = node, *parent = node->parent; parent != NULL;
         child = parent, parent = parent->parent)
    {
        if (parent->kind == NODE_IF && parent->first != child
            && asks_static_data(parent->first))
        {
            return parent->first;
        }
        if (parent->kind != NODE_BLOCK) {
            continue;
        }
        for (const struct node *before = parent->first; before != child;
             before = before->next)
        {
            if (before->kind == NODE_IF && asks_static_data(before->first)
                && before->first->next != NULL && leaves(before->first->next))
            {
                return before->first;
            }
        }
    }
    return NULL;
}

/* The same, or is all of NODE's function called only from such places? */
static bool
is_guarded(const struct node *node, int depth)
{
    if (condition_before(node) != NULL) {
        return true;
    }
    const struct function *function = node->within;
    if (function == NULL || !function->is_static || function->n_uses == 0 || depth <= 0)
    {
        return false;
    }
    for (size_t i = 0; i < function->n_uses; i++) {
        const struct node *use = function->uses[i];
        if (use->parent == NULL || use->parent->kind != NODE_CALL
            || use->parent->first != use || !is_guarded(use, depth - 1))
        {
            return false;
        }
    }
    return true;
}

/* --- writes -------------------------------------------------------------- */

/* The expression that writes what USE names: an assignment, or a call that is
 * given its address; NULL if it is another. */
static const struct node *
writing_expression(const struct node *use)
{
    for (const struct node *node = use->parent; node != NULL; node = node->parent) {
        if (node->kind == NODE_ASSIGN || node->kind == NODE_CALL) {
            return node;
        }
        if (node->kind != NODE_MEMBER && node->kind != NODE_SUBSCRIPT
            && node->kind != NODE_PAREN && node->kind != NODE_CAST
            && node->kind != NODE_UNARY && node->kind != NODE_BINARY)
        {
            return NULL;
        }
    }
    return NULL;
}

bool
writes_are_once(const struct extension *extension, const struct writes *writes)
{
    for (size_t i = 0; i < writes->n_items; i++) {
        const struct node *use = writes->items[i];
        const struct node *expression = writing_expression(use);
        if (expression == NULL || !is_constant(expression, ONCE_DEPTH)) {
            return false;
        }
        if (!function_runs_only_at_import(extension, use->within)
            && !is_guarded(use, ONCE_DEPTH))
        {
            return false;
        }
    }
    return writes->n_items != 0;
}

/* A pointer that is set once may still lead to memory that changes. */
static bool
points_to_memory(const struct type *type)
{
    const struct type *element = type_element(type);
    return element->kind == TYPE_POINTER && element->target != NULL
           && element->target->kind != TYPE_FUNCTION && !element->target->is_const;
}

static bool
asks_variable(const struct node *condition, const struct variable *variable)
{
    for (const struct node *node = condition; node != NULL;
         node = node_after(node, condition))
    {
        if (node->kind == NODE_NAME && node->variable == variable) {
            return true;
        }
    }
    return false;
}

/* Is NODE behind a condition over VARIABLE, in its function or in all that call it? */
static bool
is_behind(const struct node *node, const struct variable *variable, int depth)
{
    const struct node *condition = condition_before(node);
    if (condition != NULL) {
        return asks_variable(condition, variable);
    }
    const struct function *function = node->within;
    for (size_t i = 0; function != NULL && depth > 0 && i < function->n_uses; i++) {
        if (is_behind(function->uses[i], variable, depth - 1)) {
            return true;
        }
    }
    return false;
}

bool
variable_tells_too_early(const struct variable *variable, const struct writes *writes)
{
    for (size_t i = 0; variable->type->kind == TYPE_ARRAY && i < writes->n_items; i++) {
        const struct node *use = writes->items[i];
        if (use->within != NULL && is_behind(use, variable, ONCE_DEPTH)) {
            return true;
        }
    }
    return false;
}

bool
variable_is_set_once(const struct extension *extension, const struct variable *variable,
                     const struct writes *writes)
{
    return !points_to_memory(variable->type) && writes_are_once(extension, writes);
}
