/* access-operand: CPython calls a binary slot for either operand, so the first one may
 * be of any type. */
#include <string.h>

#include "base/strbuf.h"
#include "checks/check.h"
#include "checks/expression.h"
#include "checks/heap_type.h"

static bool
is_binary_slot(const struct slot *slot)
{
    const struct slot_kind *kind = slot_kind_find(slot->name);
    return kind != NULL && string_starts(slot->name, "Py_nb_")
           && !string_starts(slot->name, "Py_nb_inplace_") && kind->n_parameters >= 2;
}

static bool
is_state_lookup(const struct node *call, void *data)
{
    (void)data;
    return CALL_IS(call, "PyType_GetModuleByDef", "PyType_GetModuleState",
                   "PyType_GetModule", "PyType_GetModuleByToken");
}

/* Is CALL one of these, or of a function of the project that makes one? */
static bool
leads_to_lookup(const struct node *call)
{
    return is_state_lookup(call, NULL)
           || (call->function != NULL && call->function->body != NULL
               && function_visit_calls(call->function, SLOT_DEPTH - 1, is_state_lookup,
                                       NULL));
}

/* Is parameter number I of FUNCTION, or its type, an argument of CALL? */
static bool
is_about(const struct function *function, const struct node *call, size_t i)
{
    for (const struct node *argument = call->first->next; argument != NULL;
         argument = argument->next)
    {
        for (const struct node *node = argument; node;
             node = node_after(node, argument))
        {
            const struct variable *variable = node_variable(node);
            const struct node *value = node->kind == NODE_NAME && variable != NULL
                                           ? variable_only_value(variable)
                                           : NULL;
            if (node_is_parameter(function, node, i)
                || (value != NULL && node_is_object_type(value)
                    && node_is_parameter(function, call_argument(node_bare(value), 0),
                                         i)))
            {
                return true;
            }
        }
    }
    return false;
}

static bool
is_type_check(const struct node *call)
{
    const char *name = call_name(call);
    return strstr(name, "Check") != NULL || strstr(name, "IS_TYPE") != NULL
           || strstr(name, "check") != NULL || strstr(name, "IsInstance") != NULL
           || strstr(name, "IsSubtype") != NULL;
}

/* The look-up through FUNCTION's first operand, if it stands for both; or NULL. */
static const struct node *
find_one_sided(const struct function *function)
{
    const struct node *found = NULL;
    for (const struct node *node = function->body; node;
         node = node_after(node, function->body))
    {
        /* `Py_TYPE(left) == Py_TYPE(right)` asks, too. */
        if (node->kind == NODE_BINARY
            && (node->op == OP_EQUAL || node->op == OP_NOT_EQUAL)
            && (node_is_object_type(node->first)
                || node_is_object_type(node->first->next)))
        {
            return NULL;
        }
        if (node->kind != NODE_CALL) {
            continue;
        }
        if (is_type_check(node) && is_about(function, node, 0)) {
            return NULL;
        }
        if (!leads_to_lookup(node)) {
            continue;
        }
        if (is_about(function, node, 1)) {
            return NULL;
        }
        if (found == NULL && is_about(function, node, 0)) {
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
            if (!is_binary_slot(slot) || function == NULL || function->body == NULL
                || !type_is_first_with(extension, type, slot->name, function))
            {
                continue;
            }
            const struct node *lookup = find_one_sided(function);
            if (lookup != NULL) {
                check_add_node(
                    check, "access-operand", lookup, function->name,
                    "%s is called for either operand, so the first one may be of "
                    "another type, which leads to no module of this kind; look the "
                    "state up through whichever operand is of the type",
                    function->name);
            }
        }
    }
}
