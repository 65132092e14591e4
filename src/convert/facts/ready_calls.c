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

const struct node *
ready_failure(const struct node *call, bool *out_is_success)
{
    const struct node *node = call;
    while (node->parent != NULL && node->parent->kind == NODE_PAREN) {
        node = node->parent;
    }
    const struct node *test = node->parent;
    *out_is_success = false;
    if (test != NULL && test->kind == NODE_UNARY && test->op == OP_NOT) {
        *out_is_success = true;
        return test;
    }
    if (test != NULL && test->kind == NODE_BINARY && (test->op == OP_OR || test->op == OP_AND)) {
        return call;
    }
    if (test == NULL || test->kind != NODE_BINARY || test->first != node
        || !test->first->next->has_value)
    {
        return NULL;
    }
    int64_t value = test->first->next->value;
    if ((test->op == '<' && value == 0) || (test->op == OP_EQUAL && value == -1)
        || (test->op == OP_NOT_EQUAL && value == 0))
    {
        return test;
    }
    if ((test->op == OP_EQUAL && value == 0)
        || (test->op == OP_GREATER_EQUAL && value == 0))
    {
        *out_is_success = true;
        return test;
    }
    return NULL;
}
