#include "extension/struct_sequence.h"

#include "extension/calls.h"
#include "extension/expression.h"

const struct node *
struct_sequence_call(const struct node *use)
{
    const struct node *element = use;
    while (element->parent != NULL && element->parent->first == element
           && (element->parent->kind == NODE_SUBSCRIPT
               || element->parent->kind == NODE_PAREN))
    {
        element = element->parent;
    }
    const struct node *argument;
    const struct node *call = call_around(element, &argument);
    return CALL_IS(call, "PyStructSequence_InitType", "PyStructSequence_InitType2")
                   && argument == call_argument(call, 0)
               ? call
               : NULL;
}

bool
variable_is_struct_sequence(const struct variable *variable)
{
    for (size_t i = 0; i < variable->n_uses; i++) {
        if (struct_sequence_call(variable->uses[i]) != NULL) {
            return true;
        }
    }
    return false;
}
