/* Where a static type was made ready the heap type is made (PEP 384). */
#include "convert/facts/ready_calls.h"

#include <string.h>

const struct node *
ready_call(const struct node *use)
{
    const struct node *node = use->parent;
    while (node != NULL && node->kind != NODE_CALL && node->kind >= NODE_NAME) {
        node = node->parent;
    }
    return node != NULL && strcmp(call_name(node), "PyType_Ready") == 0 ? node : NULL;
}
