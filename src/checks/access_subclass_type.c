/* access-subclass-type */
#include <string.h>

#include "checks/check.h"
#include "extension/calls.h"
#include "extension/expression.h"
#include "extension/heap_type.h"
#include "extension/index.h"
#include "extension/methods.h"
#include "extension/module_state.h"

enum { CALLERS_DEPTH = 3 };

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

/* Is NODE the class that FUNCTION was called for: of tp_new, of a call of the type, or of a
 * class method?  It may be a subclass, too. */
static bool
is_given_class(const struct extension *extension, const struct function *function,
               const struct node *node)
{
    if (!node_is_parameter(function, node, 0)) {
        return false;
    }
    if (first_type_with(extension, "Py_tp_new", function) != NULL
        || first_type_with(extension, "Py_tp_vectorcall", function) != NULL)
    {
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

/* The type whose subclasses NODE, in FUNCTION, may be: the type of an object, the called
 * class, or what one of the callers hands on of these, DEPTH calls up; NULL: none. */
static const struct heap_type *
type_of_subclasses(const struct extension *extension, const struct function *function,
                   const struct node *node, int depth)
{
    if (node_is_object_type(node) || is_given_class(extension, function, node)) {
        return subclassable_type_of(extension, function);
    }
    const struct variable *variable = node_resolved_variable(node);
    for (size_t i = 0; depth > 0 && variable != NULL && variable->is_parameter
                       && i < function->n_parameters;
         i++)
    {
        for (size_t k = 0; function->parameters[i] == variable && k < function->n_uses; k++) {
            const struct node *child, *call = call_around(function->uses[k], &child);
            if (call == NULL || call->first != child || call->within == NULL) {
                continue;
            }
            const struct node *given = call_argument(call, i);
            const struct heap_type *type =
                given != NULL
                    ? type_of_subclasses(extension, call->within, given, depth - 1)
                    : NULL;
            if (type != NULL) {
                return type;
            }
        }
    }
    return NULL;
}

/* Is NODE, by itself, the type of a class: Py_TYPE(cls)? */
static bool
is_type_of_class(const struct node *node)
{
    const struct node *object = node_bare(node);
    if (CALL_IS(object, "Py_TYPE", "_Py_TYPE", "_Py_TYPE_impl")) {
        object = node_bare(call_argument(object, 0));
    }
    else if (object != NULL && object->kind == NODE_MEMBER && object->op == '>'
             && strcmp(object->text, "ob_type") == 0)
    {
        object = node_bare(object->first);
    }
    else {
        return false;
    }
    const struct type *type = object != NULL ? object->type : NULL;
    return type != NULL && type->kind == TYPE_POINTER && type->target != NULL
           && type->target->record != NULL && record_is_type(type->target->record->tag);
}

/* Does FUNCTION look at the bases itself, as a backport of PyType_GetModuleByDef does? */
static bool
walks_bases(const struct extension *extension, const struct function *function)
{
    return function_names_field(extension, function, "tp_mro", 0)
           || function_names_field(extension, function, "tp_base", 0);
}

void
check_access_subclass_type(struct check *check)
{
    for (size_t i = 0; i < check->source->n_functions; i++) {
        const struct function *function = check->source->functions[i];
        for (size_t k = 0; k < function->n_calls; k++) {
            const struct node *node = function->calls[k];
            if (!CALL_IS(node, "PyType_GetModuleState", "_PyType_GetModuleState",
                         "PyType_GetModule")
                || node_is_asserted(check->extension, node))
            {
                continue;
            }
            if (is_type_of_class(call_argument(node, 0))) {
                check_add_node(check, "access-subclass-type", node, function->name,
                               "%s is given the type of a class, its metaclass, which is not "
                               "defined in the module: give it the class",
                               call_name(node));
                continue;
            }
            const struct heap_type *type = type_of_subclasses(
                check->extension, function, call_argument(node, 0), CALLERS_DEPTH);
            if (type == NULL || walks_bases(check->extension, function)) {
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
