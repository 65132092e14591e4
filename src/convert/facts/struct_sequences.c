/* Struct sequences: PyStructSequence_InitType fills a static type, _NewType makes a heap
 * type for each module. */
#include "convert/facts/struct_sequences.h"

#include "extension/struct_sequence.h"

bool
is_sequence(const struct variable *type)
{
    for (size_t i = 0; i < type->n_uses; i++) {
        const struct node *use = type->uses[i];
        const struct node *member = use->parent;
        /* Its name is asked to see whether it is filled: that takes the type. */
        if (member != NULL && member->kind == NODE_MEMBER && !use->is_written) {
            return false;
        }
    }
    return type->n_initializers == 0 && variable_is_struct_sequence(type);
}
