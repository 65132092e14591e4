/* type-immutable-written: type_setattro (Objects/typeobject.c) refuses to set an
 * attribute of a type that is immutable, for C code as for Python code. */
#include "checks/check.h"
#include "extension/expression.h"
#include "extension/heap_type.h"
#include "extension/metatype.h"
#include "extension/type_origin.h"

/* PyTypeObject.tp_flags: Include/object.h. */
#define TYPE_FLAG_HEAPTYPE (1L << 9)

/* Has the static type VARIABLE a metatype of its own, which may allow what `type` does
 * not, or does it pretend to be a heap type? */
static bool
is_unusual(const struct variable *variable)
{
    const struct initializer *flags = variable_initializer(variable, "tp_flags");
    return static_metatype(variable) != NULL
           || (flags != NULL
               && (!flags->value->has_value
                   || (flags->value->value & TYPE_FLAG_HEAPTYPE) != 0));
}

/* Does code of the project give VARIABLE a metatype: `Py_SET_TYPE(&T, &Meta)`? */
static bool
gets_metatype(const struct variable *variable)
{
    for (size_t i = 0; i < variable->n_uses; i++) {
        for (const struct node *node = variable->uses[i]->parent;
             node != NULL && node->kind != NODE_BLOCK; node = node->parent)
        {
            const struct node *object, *metatype;
            if (node_sets_type(node, &object, &metatype)
                && node_variable(node_resolved(object)) == variable)
            {
                return true;
            }
        }
    }
    return false;
}

/* The name of the immutable type that NODE names; NULL if it is none, or unknown. */
static const char *
immutable_type(const struct extension *extension, const struct node *node)
{
    const struct variable *variable = node_variable(node_resolved(node));
    if (variable != NULL && variable->type->kind == TYPE_RECORD
        && type_is_record(variable->type, "PyTypeObject")
        && variable_is_static(variable) && variable->n_initializers != 0)
    {
        return is_unusual(variable) || gets_metatype(variable) ? NULL : variable->name;
    }
    const struct heap_type *type = type_of_expression(extension, node);
    return type != NULL && heap_type_has_flag(type, TYPE_FLAG_IMMUTABLETYPE)
                   && !CALL_IS(heap_type_creation(type), "PyType_FromMetaclass")
               ? type->variable->name
               : NULL;
}

void
check_type_immutable_written(struct check *check)
{
    for (size_t i = 0; i < check->source->n_functions; i++) {
        const struct function *function = check->source->functions[i];
        const struct node *root = function->body;
        for (const struct node *node = root; node; node = node_after(node, root)) {
            const char *type =
                CALL_IS(node, "PyObject_SetAttr", "PyObject_SetAttrString",
                        "PyObject_DelAttr", "PyObject_DelAttrString")
                    ? immutable_type(check->extension, call_argument(node, 0))
                    : NULL;
            if (type == NULL || function_is_dead(check->extension, function)) {
                continue;
            }
            check_add_node(check, "type-immutable-written", node, function->name,
                           "'%s' is immutable, so %s fails with TypeError; define the "
                           "attribute in a table of the type, or make the complete "
                           "type immutable with PyType_Freeze (3.14)",
                           type, call_name(node));
        }
    }
}
