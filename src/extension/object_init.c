#include "extension/object_init.h"

#include "base/strbuf.h"
#include "extension/expression.h"

static bool
is_initialiser(const struct node *call)
{
    return CALL_IS(call, "PyObject_Init", "PyObject_InitVar", "PyObject_INIT",
                   "PyObject_INIT_VAR", "_PyObject_INIT", "_PyObject_INIT_VAR",
                   "_PyObject_Init", "_PyObject_InitVar");
}

/* Does CALL give an object that has its type? */
static bool
is_allocation(const struct node *call)
{
    const struct node *callee = node_bare(call->first);
    bool is_slot = callee != NULL && callee->kind == NODE_MEMBER
                   && string_equal(callee->text, "tp_alloc");
    return is_slot
           || CALL_IS(call, "_PyObject_New", "_PyObject_NewVar", "_PyObject_GC_New",
                      "_PyObject_GC_NewVar", "PyType_GenericAlloc", "PyType_GenericNew");
}

const struct node *
initialised_before(const struct node *call)
{
    if (call->kind != NODE_CALL || !is_initialiser(call)) {
        return NULL;
    }
    const struct node *object = node_bare(call_argument(call, 0));
    const struct node *value =
        object != NULL && object->kind == NODE_NAME && object->variable != NULL
            ? node_bare(variable_only_value(object->variable))
            : NULL;
    return value != NULL && value->kind == NODE_CALL && is_allocation(value) ? value : NULL;
}
