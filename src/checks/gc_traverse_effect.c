/* gc-traverse-effect: what may run while the collector counts
 * (https://docs.python.org/3.15/c-api/gcsupport.html#traversal). */
#include <string.h>

#include "base/strbuf.h"
#include "checks/check.h"
#include "extension/calls.h"
#include "extension/expression.h"
#include "extension/heap_type.h"
#include "extension/index.h"

/* Does CALL change a reference count, raise, allocate or run Python code? */
static bool
has_effect(const struct node *call)
{
    static const char *const prefixes[] = {
        "PyErr_Set",     "PyErr_Format",    "PyErr_No",     "PyErr_Clear",
        "PyObject_Call", "PyObject_Repr",   "PyObject_Str", "PyObject_Get",
        "PyObject_Set",  "PyDict_New",      "PyDict_Set",   "PyList_New",
        "PyList_Append", "PyTuple_New",     "PyTuple_Pack", "PyUnicode_From",
        "PyLong_From",   "PyBytes_From",    "PyImport_",    "PyMem_Malloc",
        "PyMem_Realloc", "PyObject_Malloc", "PyEval_",      "PyGILState_",
        "Py_BuildValue",
    };
    static const char *const harmless[] = {
        "PyObject_GetTypeData_DuringGC",
        "PyObject_GetItemData_DuringGC",
        "PyObject_GetTypeData",
        "PyObject_GetItemData",
        "PyObject_GetBuffer",
    };
    if (released_reference(call) != NULL || taken_reference(call) != NULL) {
        return true;
    }
    if (call->kind != NODE_CALL
        || call_is_one_of(call, harmless, ARRAY_LENGTH(harmless)))
    {
        return false;
    }
    for (size_t i = 0; i < ARRAY_LENGTH(prefixes); i++) {
        if (string_starts(call_name(call), prefixes[i])) {
            return true;
        }
    }
    return false;
}

static bool
is_effect(const struct node *call, void *data)
{
    const struct node **found = data;
    if (has_effect(call)) {
        *found = call;
        return true;
    }
    return false;
}

static void
check_function_effects(struct check *check, const struct function *traverse)
{
    const struct node *call = NULL;
    if (function_visit_calls(traverse, SLOT_DEPTH - 1, is_effect, &call)
        && !node_is_asserted(check->extension, call))
    {
        check_add_node(
            check, "gc-traverse-effect", call, traverse->name,
            "%s is called from the traverse function %s, which must not change "
            "reference counts, create objects or raise exceptions; only visit there",
            call_name(call), traverse->name);
    }
}

void
check_gc_traverse_effect(struct check *check)
{
    check_each_traverse(check, check_function_effects);
}
