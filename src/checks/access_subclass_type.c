/* access-subclass-type */
#include <string.h>

#include "checks/check.h"
#include "extension/expression.h"
#include "extension/heap_type.h"
#include "extension/index.h"
#include "extension/methods.h"

/* Does the table VARIABLE (methods, getters, slots) name FUNCTION? */
static bool
table_names(const struct variable *table, const struct function *function)
{
    for (size_t i = 0; table != NULL && i < table->n_initializers; i++) {
        if (node_function(table->initializers[i].value) == function) {
            return true;
        }
    }
    return false;
}

/* Is FUNCTION a slot, method or getter of TYPE? */
static bool
type_has_function(const struct heap_type *type, const struct function *function)
{
    for (size_t i = 0; i < type->slots.n_items; i++) {
        const struct slot *slot = &type->slots.items[i];
        if (slot->function == function
            || table_names(node_variable(slot->value), function))
        {
            return true;
        }
    }
    return false;
}

static const struct heap_type *
subclassable_type_of(const struct extension *extension, const struct function *function)
{
    for (size_t i = 0; i < extension->n_types; i++) {
        const struct heap_type *type = &extension->types[i];
        if (type->has_flags && (type->flags & TYPE_FLAG_BASETYPE) != 0
            && type_has_function(type, function))
        {
            return type;
        }
    }
    return NULL;
}

/* Is NODE the class that FUNCTION was called for: of tp_new, or of a class method?  It
 * may be a subclass, too. */
static bool
is_given_class(const struct extension *extension, const struct function *function,
               const struct node *node)
{
    if (!node_is_parameter(function, node, 0)) {
        return false;
    }
    if (first_type_with(extension, "Py_tp_new", function) != NULL) {
        return true;
    }
    for (size_t i = 0; i < extension->n_methods; i++) {
        if (extension->methods[i].function == function
            && method_receiver(TABLE_TYPE, extension->methods[i].flags)
                   == RECEIVER_CLASS)
        {
            return true;
        }
    }
    return false;
}

static bool
is_direct_lookup(const struct extension *extension, const struct function *function,
                 const struct node *node)
{
    return node->kind == NODE_CALL
           && CALL_IS(node, "PyType_GetModuleState", "_PyType_GetModuleState",
                      "PyType_GetModule")
           && (node_is_object_type(call_argument(node, 0))
               || is_given_class(extension, function, call_argument(node, 0)));
}

void
check_access_subclass_type(struct check *check)
{
    for (size_t i = 0; i < check->source->n_functions; i++) {
        const struct function *function = check->source->functions[i];
        for (size_t k = 0; k < function->n_calls; k++) {
            const struct node *node = function->calls[k];
            if (!is_direct_lookup(check->extension, function, node)
                || node_is_asserted(check->extension, node))
            {
                continue;
            }
            const struct heap_type *type =
                subclassable_type_of(check->extension, function);
            if (type == NULL) {
                continue;
            }
            check_add_node(check, "access-subclass-type", node, function->name,
                           "%s fails for subclasses of '%s': Py_TYPE(self) or the "
                           "called class may be defined in another module; use the "
                           "defining class (METH_METHOD) or PyType_GetModuleByDef",
                           call_name(node), type->variable->name);
        }
    }
}
