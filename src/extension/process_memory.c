#include "extension/process_memory.h"

#include <string.h>

#include "extension/expression.h"
#include "extension/once.h"
#include "extension/writes.h"

enum { MAX_SEARCH_DEPTH = 5 };

static const struct variable *memory_of(const struct node *root, int depth);

/* What the function returns. */
static const struct variable *
memory_returned(const struct function *function, int depth)
{
    const struct node *root = function->body;
    for (const struct node *node = root; node != NULL; node = node_after(node, root)) {
        const struct variable *found = node->kind == NODE_RETURN && node->first != NULL
                                           ? memory_of(node->first, depth)
                                           : NULL;
        if (found != NULL) {
            return found;
        }
    }
    return NULL;
}

/* What LOCAL, a pointer, is ever set to. */
static const struct variable *
memory_of_local(const struct variable *local, int depth)
{
    const struct variable *found =
        local->initial != NULL ? memory_of(local->initial, depth) : NULL;
    for (size_t i = 0; found == NULL && i < local->n_uses; i++) {
        const struct node *assign = local->uses[i]->parent;
        if (assign != NULL && assign->kind == NODE_ASSIGN
            && assign->first == local->uses[i])
        {
            found = memory_of(assign->first->next, depth);
        }
    }
    return found;
}

/* The static variable that the pointer ROOT leads to. */
static const struct variable *
memory_of(const struct node *root, int depth)
{
    const struct node *node = node_bare(root);
    if (node == NULL || depth > MAX_SEARCH_DEPTH) {
        return NULL;
    }
    switch (node->kind) {
    case NODE_CONDITIONAL: {
        const struct variable *found = memory_of(node_child(node, 1), depth + 1);
        return found != NULL ? found : memory_of(node_child(node, 2), depth + 1);
    }
    case NODE_CALL:
        return node->function != NULL && node->function->in_project
                       && node->function->body != NULL
                   ? memory_returned(node->function, depth + 1)
                   : NULL;
    case NODE_UNARY:
    case NODE_SUBSCRIPT:
    case NODE_MEMBER:
    case NODE_BINARY:
        return memory_of(node->first, depth + 1);
    case NODE_NAME:
        if (node->variable == NULL || node->variable->type == NULL) {
            return NULL;
        }
        if (!variable_is_static(node->variable)) {
            return node->variable->is_parameter
                       ? NULL
                       : memory_of_local(node->variable, depth + 1);
        }
        return type_element(node->variable->type)->is_const
                       || type_holds_object(node->variable->type)
                   ? NULL
                   : node->variable;
    default:
        return NULL;
    }
}

const struct variable *
process_memory_found(const struct extension *extension, const struct variable *pointer)
{
    if (pointer->type->kind != TYPE_POINTER || pointer->type->target == NULL
        || pointer->type->target->is_const)
    {
        return NULL;
    }
    struct writes writes = variable_writes(extension, pointer);
    const struct variable *found = NULL;
    for (size_t i = 0; i < writes.n_items; i++) {
        const struct node *assign = writes.items[i]->parent;
        const struct node *value = assign != NULL && assign->kind == NODE_ASSIGN
                                           && assign->first == writes.items[i]
                                       ? node_bare(assign->first->next)
                                       : NULL;
        const struct variable *memory =
            value != NULL && value->kind == NODE_CALL ? memory_of(value, 0) : NULL;
        if (memory == NULL) {
            return NULL;
        }
        found = memory;
    }
    return found != NULL && writes_are_once(extension, &writes) ? found : NULL;
}
