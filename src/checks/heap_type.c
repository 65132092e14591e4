#include "checks/heap_type.h"

#include <string.h>

#include "base/macros.h"

static bool
is_free(const struct node *call, void *data)
{
    (void)data;
    static const char *const names[] = {"PyObject_GC_Del", "PyObject_Free",
                                        "PyObject_Del", "PyMem_Free"};
    const struct node *callee = node_bare(call->first);
    if (callee != NULL && callee->kind == NODE_MEMBER
        && strcmp(callee->text, "tp_free") == 0)
    {
        return true;
    }
    /* `freefunc f = PyType_GetSlot(tp, Py_tp_free); f(self);` */
    if (callee != NULL && callee->kind == NODE_NAME && callee->variable != NULL
        && callee->type != NULL && strcmp(callee->type->spelling, "freefunc") == 0)
    {
        return true;
    }
    for (size_t i = 0; i < ARRAY_LENGTH(names); i++) {
        if (strcmp(call_name(call), names[i]) == 0) {
            /* PyMem_Free and the like free much else: only self counts. */
            const struct variable *freed = node_variable(call_argument(call, 0));
            return freed != NULL
                   && (freed->is_parameter || type_is_object_pointer(freed->type));
        }
    }
    return false;
}

bool
function_frees_object(const struct function *function)
{
    return function_visit_calls(function, SLOT_DEPTH - 1, is_free, NULL);
}

bool
type_is_first_with(const struct extension *extension, const struct heap_type *type,
                   const char *name, const struct function *function)
{
    for (size_t i = 0; i < extension->n_types; i++) {
        if (slots_function(&extension->types[i].slots, name) == function) {
            return &extension->types[i] == type;
        }
    }
    return true;
}
