/* thread-refcount-test: one reference does not mean one holder where threads count for
 * themselves. */
#include <string.h>

#include "checks/check.h"
#include "extension/concurrency.h"
#include "extension/expression.h"
#include "extension/index.h"

/* Is NODE the reference count of an object? */
static bool
is_count(const struct node *node)
{
    node = node_bare(node);
    return CALL_IS(node, "Py_REFCNT", "_Py_REFCNT");
}

static bool
is_one(const struct node *node)
{
    return node != NULL && node->has_value && node->value == 1;
}

/* The call that gives the reference count which NODE compares with 1, or NULL. */
static const struct node *
tested_count(const struct node *node)
{
    bool is_comparison =
        node->kind == NODE_BINARY
        && (node->op == OP_EQUAL || node->op == OP_NOT_EQUAL || node->op == '>'
            || node->op == '<' || node->op == OP_LESS_EQUAL || node->op == OP_GREATER_EQUAL);
    const struct node *left = is_comparison ? node->first : NULL;
    if (left == NULL) {
        return NULL;
    }
    return is_count(left) && is_one(left->next)   ? node_bare(left)
           : is_one(left) && is_count(left->next) ? node_bare(left->next)
                                                  : NULL;
}

void
check_thread_refcount_test(struct check *check)
{
    for (size_t i = 0; i < check->source->n_functions; i++) {
        const struct function *function = check->source->functions[i];
        const struct node *root =
            check_enters_without_gil(check, function) ? function->body : NULL;
        for (const struct node *node = root; node; node = node_after(node, root)) {
            const struct node *count = tested_count(node);
            if (count != NULL && !node_is_asserted(check->extension, node)
                && (node_may_race(check->extension, node)
                    || object_is_given(check->extension, node, call_argument(count, 0))))
            {
                check_add_node(
                    check, "thread-refcount-test", node, function->name,
                    "a reference count of 1 does not mean that nobody else uses the "
                    "object on a free-threaded build, nor since Python 3.14, where the "
                    "interpreter borrows references: use "
                    "PyUnstable_Object_IsUniqueReferencedTemporary for an argument, "
                    "PyUnstable_Object_IsUniquelyReferenced for an own reference (both "
                    "since Python 3.14)");
            }
        }
    }
}
