/* Struct sequences: PyStructSequence_InitType fills a static type, _NewType makes a heap
 * type for each module. */
#include "convert/facts/struct_sequences.h"

#include <string.h>

static bool
is_filling(const char *name)
{
    return strcmp(name, "PyStructSequence_InitType") == 0
           || strcmp(name, "PyStructSequence_InitType2") == 0;
}

const struct node *
sequence_filling(const struct node *use)
{
    const struct node *node = node_outer_reference(use)->parent;
    return node != NULL && node->kind == NODE_CALL && is_filling(call_name(node))
                   && node_referent(call_argument(node, 0)) == use
               ? node
               : NULL;
}

bool
is_sequence(const struct variable *type)
{
    bool is_filled = false;
    for (size_t i = 0; i < type->n_uses; i++) {
        const struct node *use = type->uses[i];
        const struct node *member = use->parent;
        is_filled |= sequence_filling(use) != NULL;
        /* Its name is asked to see whether it is filled: that takes the type. */
        if (member != NULL && member->kind == NODE_MEMBER && !use->is_written) {
            return false;
        }
    }
    return is_filled && type->n_initializers == 0;
}
