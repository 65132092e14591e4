/* access-operand: CPython calls a binary slot for either operand, so the first one may
 * be of any type. */
#include "checks/check.h"
#include "extension/calls.h"
#include "extension/expression.h"
#include "extension/heap_type.h"
#include "extension/operand.h"

static bool
clears_error(const struct node *call, void *data)
{
    (void)data;
    return CALL_IS(call, "PyErr_Clear");
}

/* Is CALL one of these, or of a function of the project that makes one and lets its
 * failure be? */
static bool
leads_to_lookup(const struct node *call)
{
    return call_finds_module(call, NULL)
           || (call->function != NULL && call->function->body != NULL
               && function_visit_calls(call->function, SLOT_DEPTH - 1, call_finds_module,
                                       NULL)
               && !function_visit_calls(call->function, SLOT_DEPTH - 1, clears_error,
                                        NULL));
}

/* The look-up through FUNCTION's first operand, if it stands for both; or NULL.  A type
 * that is asked for behind it comes too late, an error that is cleared does not. */
static const struct node *
find_one_sided(const struct function *function)
{
    const struct node *found = NULL;
    for (const struct node *node = function->body; node;
         node = node_after(node, function->body))
    {
        /* `Py_TYPE(left) == Py_TYPE(right)` asks, too. */
        if (found == NULL && node_asks_type(node)
            && (node->kind == NODE_BINARY || call_is_about(function, node, 0)))
        {
            return NULL;
        }
        if (found != NULL && node->kind == NODE_CALL && clears_error(node, NULL)) {
            return NULL;
        }
        if (node->kind != NODE_CALL || !leads_to_lookup(node)) {
            continue;
        }
        if (call_is_about(function, node, 1)) {
            return NULL;
        }
        if (found == NULL && call_is_about(function, node, 0)) {
            found = node;
        }
    }
    return found;
}

void
check_access_operand(struct check *check)
{
    const struct extension *extension = check->extension;
    for (size_t i = 0; i < extension->n_types; i++) {
        const struct heap_type *type = &extension->types[i];
        for (size_t k = 0; k < type->slots.n_items; k++) {
            const struct slot *slot = &type->slots.items[k];
            const struct function *function = slot->function;
            if (!slot_is_binary(slot) || function == NULL || function->body == NULL
                || !type_is_first_with(extension, type, slot->name, function))
            {
                continue;
            }
            const struct node *lookup = find_one_sided(function);
            if (lookup != NULL) {
                check_add_node(check, "access-operand", lookup, function->name,
                               "%s is called for either operand, so the first one may "
                               "be of another type; get the module state from the "
                               "operand that is of this module's type",
                               function->name);
            }
        }
    }
}
