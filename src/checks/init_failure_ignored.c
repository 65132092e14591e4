/* init-failure-ignored: an exec function that returns 0 where a call of it failed.  The
 * import goes on with an exception set, and CPython raises SystemError. */
#include <string.h>

#include "base/strbuf.h"
#include "checks/check.h"
#include "extension/expression.h"
#include "extension/index.h"
#include "extension/references.h"

enum { HELPER_DEPTH = 4 };

static bool raises(const struct node *call, int depth);

/* May CALL drop the exception, or ask whether one is set? */
static bool
handles_exception(const struct node *call)
{
    const char *name = call_name(call);
    return string_starts(name, "PyErr_") && !string_starts(name, "PyErr_New")
           && !string_starts(name, "PyErr_Set") && !string_starts(name, "PyErr_Format");
}

static bool
handles_exceptions(const struct function *function)
{
    for (size_t i = 0; i < function->n_calls; i++) {
        if (handles_exception(function->calls[i])) {
            return true;
        }
    }
    return false;
}

/* May code in front of NODE, a statement, in its block, behind a label if there is one, drop an
 * exception? */
static bool
is_dropped_before(const struct node *node)
{
    bool is_dropped = false;
    for (const struct node *at = node->parent->first; at != NULL && at != node; at = at->next) {
        is_dropped &= at->kind != NODE_LABEL;
        for (const struct node *part = at; part != NULL; part = node_after(part, at)) {
            is_dropped |= part->kind == NODE_CALL
                          && (part->function == NULL || handles_exception(part)
                              || (part->function->in_project
                                  && handles_exceptions(part->function)));
        }
    }
    return is_dropped;
}

/* Does FUNCTION, of the project, call what sets an exception, and drop none? */
static bool
hands_exceptions_on(const struct function *function, int depth)
{
    if (function->body == NULL || depth == 0 || handles_exceptions(function)) {
        return false;
    }
    for (size_t i = 0; i < function->n_calls; i++) {
        if (raises(function->calls[i], depth - 1)) {
            return true;
        }
    }
    return false;
}

/* Does CALL set an exception where it fails? */
static bool
raises(const struct node *call, int depth)
{
    const char *name = call != NULL ? call_name(call) : "";
    if (call != NULL && call->kind == NODE_CALL && call->function != NULL
        && call->function->in_project)
    {
        return hands_exceptions_on(call->function, depth);
    }
    if (call == NULL || call->kind != NODE_CALL || call->function == NULL
        || !string_starts(name, "Py"))
    {
        return false;
    }
    if (call->type != NULL && call->type->kind == TYPE_POINTER) {
        return reference_given_by(name) == REFERENCE_NEW
               && !CALL_IS(call, "PyIter_Next", "PyImport_GetModule", "PyEval_SaveThread");
    }
    return string_starts(name, "PyModule_Add") || string_starts(name, "PyDict_Set")
           || string_starts(name, "PyObject_SetAttr")
           || string_starts(name, "PyObject_SetItem")
           || CALL_IS(call, "PyType_Ready", "PyList_Append", "PySet_Add",
                      "PyModule_AddType", "PyDict_Update", "PyDict_Merge");
}

/* What PLACE was given last by the statements before STATEMENT, in its block; NULL: nothing is
 * seen. */
static const struct node *
given_before(const struct node *place, const struct node *statement)
{
    const struct node *given = NULL;
    for (const struct node *at = statement->parent != NULL ? statement->parent->first : NULL;
         at != NULL && at != statement; at = at->next)
    {
        if (at->kind == NODE_ASSIGN && at->op == '=' && nodes_are_alike(at->first, place)) {
            given = node_bare(at->first->next);
        }
        else if (at->kind == NODE_LABEL) {
            given = NULL;
        }
        const struct node *declared = at->kind == NODE_DECLARATIONS ? at->first : at;
        for (; declared != NULL && declared->kind == NODE_VARIABLE;
             declared = at == declared ? NULL : declared->next)
        {
            if (place->kind == NODE_NAME && declared->variable == place->variable) {
                given = node_bare(declared->variable->initial);
            }
        }
    }
    return given;
}

/* Is CONDITION, of the statement STATEMENT, true only where a call that raises failed? */
static bool
is_failure(const struct node *condition, const struct node *statement)
{
    condition = node_bare(condition);
    if (condition == NULL) {
        return false;
    }
    const struct node *asked = NULL;
    if (condition->kind == NODE_UNARY && condition->op == OP_NOT) {
        asked = node_bare(condition->first);
    }
    else if (condition->kind == NODE_BINARY) {
        const struct node *value = node_bare(condition->first->next);
        bool is_null = node_is_null(value) || (value->has_value && value->value == 0);
        bool is_minus = value->has_value && value->value == -1;
        asked = node_bare(condition->first);
        bool is_pointer = asked != NULL && asked->type != NULL
                          && asked->type->kind == TYPE_POINTER;
        if (condition->op == OP_OR) {
            return is_failure(condition->first, statement)
                   && is_failure(condition->first->next, statement);
        }
        if (!(condition->op == OP_EQUAL && (is_pointer ? is_null : is_minus))
            && !(condition->op == '<' && is_null)
            && !(condition->op == OP_NOT_EQUAL && is_null && !is_pointer))
        {
            return false;
        }
    }
    if (asked != NULL && asked->kind == NODE_ASSIGN) {
        asked = node_bare(asked->first->next);
    }
    if (asked == NULL) {
        return false;
    }
    bool is_number = asked->type == NULL || asked->type->kind != TYPE_POINTER;
    if (condition->kind == NODE_UNARY && is_number) {
        return false; /* !f(): 0 is success */
    }
    return raises(asked->kind == NODE_CALL ? asked : given_before(asked, statement), HELPER_DEPTH);
}

static bool
is_zero_return(const struct node *node)
{
    const struct node *value = node->kind == NODE_RETURN ? node_bare(node->first) : NULL;
    return value != NULL && value->has_value && value->value == 0;
}

/* Does CONDITION ask which exception is set? */
static bool
asks_exception(const struct node *condition)
{
    condition = node_bare(condition);
    if (condition->kind == NODE_UNARY && condition->op == OP_NOT) {
        condition = node_bare(condition->first);
    }
    return CALL_IS(condition, "PyErr_ExceptionMatches");
}

/* Is CONDITION true only where an exception is set? */
static bool
finds_exception(const struct node *condition)
{
    condition = node_bare(condition);
    if (condition->kind == NODE_BINARY && condition->op == OP_AND) {
        return finds_exception(condition->first) || finds_exception(condition->first->next);
    }
    return CALL_IS(condition, "PyErr_Occurred", "PyErr_ExceptionMatches");
}

/* Does NODE, a return or a goto, or an `if`, stand where a call has failed, in a branch that
 * drops no exception? */
static bool
ends_failure(const struct node *node)
{
    const struct node *branch = node;
    if (branch->parent != NULL && branch->parent->kind == NODE_BLOCK) {
        if (is_dropped_before(node)) {
            return false;
        }
        branch = branch->parent;
    }
    const struct node *statement = branch->parent;
    if (statement == NULL || statement->kind != NODE_IF || statement->first == NULL) {
        return false;
    }
    const struct node *condition = statement->first;
    bool is_first = condition->next == branch;
    return (is_first && (is_failure(condition, statement) || finds_exception(condition)))
           || (asks_exception(condition) && ends_failure(statement));
}

/* Is LABEL reached only by jumps from failures, so that what follows it runs after one? */
static bool
follows_failures(const struct function *function, const struct node *label)
{
    const struct node *before = NULL;
    size_t n_jumps = 0;
    for (const struct node *at = label->parent != NULL ? label->parent->first : NULL;
         at != NULL && at != label; at = at->next)
    {
        before = at;
    }
    if (before == NULL || (before->kind != NODE_RETURN && before->kind != NODE_GOTO)) {
        return false;
    }
    for (const struct node *node = function->body; node != NULL;
         node = node_after(node, function->body))
    {
        if (node->kind == NODE_GOTO && node->text != NULL && label->text != NULL
            && strcmp(node->text, label->text) == 0)
        {
            n_jumps++;
            if (!ends_failure(node)) {
                return false;
            }
        }
    }
    return n_jumps > 0;
}

static bool
may_leave(const struct node *statement)
{
    for (const struct node *node = statement; node != NULL;
         node = node_after(node, statement))
    {
        if (node->kind == NODE_RETURN || node->kind == NODE_GOTO) {
            return true;
        }
    }
    return false;
}

/* The label from which the statements of NODE's block always lead to NODE; NULL: none. */
static const struct node *
label_before(const struct node *node)
{
    const struct node *label = node->parent != NULL && node->parent->kind == NODE_LABEL
                                   ? node->parent
                                   : NULL;
    for (const struct node *at = node->parent != NULL ? node->parent->first : NULL;
         at != NULL && at != node; at = at->next)
    {
        label = at->kind == NODE_LABEL ? at : label;
        label = may_leave(at) ? NULL : label;
    }
    return label;
}

static void
check_exec(struct check *check, const struct function *exec)
{
    for (const struct node *node = exec->body; node != NULL;
         node = node_after(node, exec->body))
    {
        if (!is_zero_return(node) || node_is_in_lambda(node)) {
            continue;
        }
        const struct node *label = label_before(node);
        if (ends_failure(node)
            || (label != NULL && !is_dropped_before(node) && follows_failures(exec, label)))
        {
            check_add_node(check, "init-failure-ignored", node, exec->name,
                           "%s returns 0, which means success, after a call that failed; "
                           "the import ends with SystemError because an exception is set: "
                           "return -1",
                           exec->name);
        }
    }
}

void
check_init_failure_ignored(struct check *check)
{
    for (size_t i = 0; i < check->extension->n_modules; i++) {
        const struct slots *slots = &check->extension->modules[i].slots;
        for (size_t k = 0; k < slots->n_items; k++) {
            const struct function *function = slots->items[k].function;
            if (strcmp(slots->items[k].name, "Py_mod_exec") == 0 && function != NULL
                && function->body != NULL)
            {
                check_exec(check, function);
            }
        }
    }
}
