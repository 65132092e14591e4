/* gc-object-new */
#include <string.h>

#include "checks/check.h"
#include "extension/calls.h"
#include "extension/expression.h"
#include "extension/heap_type.h"
#include "extension/type_origin.h"

/* Have all heap types of the sources the collector's flag? */
static bool
all_types_are_collected(const struct extension *extension)
{
    for (size_t i = 0; i < extension->n_types; i++) {
        const struct heap_type *type = &extension->types[i];
        if (!type->has_flags || (type->flags & TYPE_FLAG_HAVE_GC) == 0) {
            return false;
        }
    }
    return extension->n_types != 0;
}

/* The type that PyObject_New and its like are given; NULL if NODE calls none. */
static const struct node *
allocated_type(const struct node *node)
{
    /* What PyObject_New and PyObject_NewVar are macros for. */
    if (node->kind == NODE_CALL
        && (strcmp(call_name(node), "_PyObject_New") == 0
            || strcmp(call_name(node), "_PyObject_NewVar") == 0))
    {
        return call_argument(node, 0);
    }
    return NULL;
}

/* Does FUNCTION track the object that CALL makes?  Then its type is the collector's. */
static bool
is_tracked(const struct function *function, const struct node *call)
{
    const struct variable *local = call_local(call);
    for (size_t i = 0; local != NULL && i < function->n_calls; i++) {
        const struct node *object = tracked_object(function->calls[i]);
        if (object != NULL && node_resolved_variable(object) == local) {
            return true;
        }
    }
    return false;
}

void
check_gc_object_new(struct check *check)
{
    const bool all_are = all_types_are_collected(check->extension);
    for (size_t i = 0; i < check->source->n_functions; i++) {
        const struct function *function = check->source->functions[i];
        for (size_t k = 0; k < function->n_calls; k++) {
            const struct node *node = function->calls[k];
            const struct node *type = allocated_type(node);
            const struct variable *variable = type ? node_variable(type) : NULL;
            /* A static type by its name is no heap type. */
            if (type == NULL
                || (variable != NULL && type_is_record(variable->type, "PyTypeObject")))
            {
                continue;
            }
            const struct heap_type *known = type_of_expression(check->extension, type);
            if (known != NULL ? !heap_type_is_collected(known)
                              : !all_are && !is_tracked(function, node))
            {
                continue;
            }
            check_add_node(
                check, "gc-object-new", node, function->name,
                "PyObject_New allocates no GC header, but instances of %s%s%s need "
                "one; call the type's tp_alloc, or PyObject_GC_New",
                known ? "'" : "",
                known     ? known->variable->name
                : all_are ? "every heap type of this module"
                          : "a type whose instances are tracked",
                known ? "'" : "");
        }
    }
}
