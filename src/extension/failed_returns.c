/* Returns where only calls that failed lead to. */
#include "extension/failed_returns.h"

#include <stddef.h>

#include "base/macros.h"
#include "base/strbuf.h"

/* Is a negative result of the C API's function NAME a failure, with an exception?  That of
 * Py_AtExit sets none, and PyLong_AsLong may give a number. */
static bool
fails_with_exception(const char *name)
{
    static const char *const beginnings[] = {
        "PyDict_Del",    "PyDict_Merge",      "PyDict_Set",  "PyDict_Update", "PyList_Append",
        "PyList_Insert", "PyList_SetItem",    "PyModule_Add", "PyModule_Set", "PyObject_Del",
        "PyObject_Set",  "PyState_AddModule", "PySet_Add",   "PyStructSequence_InitType2",
        "PyType_Ready"};
    for (size_t i = 0; i < ARRAY_LENGTH(beginnings); i++) {
        if (string_starts(name, beginnings[i])) {
            return true;
        }
    }
    return false;
}

/* Does CONDITION only ask whether functions of the C API have failed, with an exception? */
static bool
asks_for_failure(const struct node *condition)
{
    const struct node *bare = node_bare(condition);
    if (bare == NULL || bare->kind != NODE_BINARY) {
        return false;
    }
    if (bare->op == OP_OR) {
        return asks_for_failure(bare->first) && asks_for_failure(bare->first->next);
    }
    const struct node *call = node_bare(bare->first), *limit = node_bare(bare->first->next);
    return bare->op == '<' && call->kind == NODE_CALL && call->function != NULL
           && !call->function->in_project && fails_with_exception(call_name(call))
           && limit->has_value && limit->value == 0;
}

bool
return_answers_failure(const struct node *node)
{
    const struct node *branch = node;
    if (node->parent != NULL && node->parent->kind == NODE_BLOCK && node->parent->first == node) {
        branch = node->parent;
    }
    const struct node *condition = branch->parent;
    return condition != NULL && condition->kind == NODE_IF && node_child(condition, 1) == branch
           && asks_for_failure(condition->first);
}
