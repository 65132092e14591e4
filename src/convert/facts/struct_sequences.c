/* Struct sequences: PyStructSequence_InitType fills a static type, _NewType makes a heap
 * type for each module. */
#include "convert/facts/struct_sequences.h"

#include <string.h>

#include "convert/facts/nodes.h"
#include "extension/struct_sequence.h"

/* Is the pointer NODE asked whether it is NULL, and nothing more? */
static bool
is_tested(const struct node *node)
{
    const struct node *parent = node_outer(node)->parent;
    switch (parent != NULL ? parent->kind : NODE_OTHER) {
    case NODE_UNARY:
        return parent->op == OP_NOT;
    case NODE_BINARY:
        return parent->op == OP_AND || parent->op == OP_OR
               || ((parent->op == OP_EQUAL || parent->op == OP_NOT_EQUAL)
                   && (is_null(parent->first) || is_null(parent->first->next)));
    case NODE_IF:
    case NODE_CONDITIONAL:
        return parent->first == node_outer(node);
    default:
        return false;
    }
}

const struct node *
filled_question(const struct node *use)
{
    const struct node *member = use->parent;
    return member != NULL && member->kind == NODE_MEMBER && member->op == '.'
                   && strcmp(member->text, "tp_name") == 0 && member->origin == ORIGIN_FILE
                   && is_tested(member)
               ? member
               : NULL;
}

bool
is_sequence(const struct variable *type)
{
    for (size_t i = 0; i < type->n_uses; i++) {
        const struct node *use = type->uses[i];
        const struct node *member = use->parent;
        if (member != NULL && member->kind == NODE_MEMBER && !use->is_written
            && filled_question(use) == NULL)
        {
            return false;
        }
    }
    return type->n_initializers == 0 && variable_is_struct_sequence(type);
}
