#include "extension/python_calls.h"

#include <string.h>

#include "base/strbuf.h"
#include "extension/expression.h"
#include "extension/index.h"
#include "extension/calls.h"

static bool
is_method(const struct extension *extension, const struct function *function)
{
    for (size_t i = 0; i < extension->n_methods; i++) {
        if (extension->methods[i].function == function) {
            return true;
        }
    }
    return false;
}

static bool
is_in_slot(const struct slots *slots, const struct function *function,
           bool needs_object)
{
    for (size_t i = 0; i < slots->n_items; i++) {
        const struct slot_kind *kind = slots->items[i].function == function
                                           ? slot_kind_find(slots->items[i].name)
                                           : NULL;
        if (kind != NULL && (!needs_object || kind->result == SLOT_RESULT_OBJECT)) {
            return true;
        }
    }
    return false;
}

/* Is it in the table of getters and setters of a type? */
static bool
is_accessor(const struct heap_type *type, const struct function *function,
            bool needs_object)
{
    const struct slot *slot = slots_find(&type->slots, "Py_tp_getset");
    const struct variable *table = slot != NULL ? node_variable(slot->value) : NULL;
    for (size_t i = 0; table != NULL && i < table->n_initializers; i++) {
        const struct initializer *at = &table->initializers[i];
        if ((strcmp(at->field, "get") == 0
             || (!needs_object && strcmp(at->field, "set") == 0))
            && node_function(at->value) == function)
        {
            return true;
        }
    }
    return false;
}

static bool
slots_give_number(const struct slots *slots, const struct function *function)
{
    for (size_t i = 0; i < slots->n_items; i++) {
        const struct slot_kind *kind = slots->items[i].function == function
                                           ? slot_kind_find(slots->items[i].name)
                                           : NULL;
        if (kind != NULL
            && (kind->result == SLOT_RESULT_INT || kind->result == SLOT_RESULT_SIZE)
            && strcmp(kind->name, "Py_tp_traverse") != 0)
        {
            return true;
        }
    }
    return false;
}

/* Is it a slot of a type, or a setter, whose result is a number? */
static bool
gives_number(const struct extension *extension, const struct function *function)
{
    for (size_t i = 0; i < extension->n_types; i++) {
        const struct heap_type *type = &extension->types[i];
        if (slots_give_number(&type->slots, function)
            || (is_accessor(type, function, false) && !is_accessor(type, function, true)))
        {
            return true;
        }
    }
    return false;
}

static bool
is_called(const struct extension *extension, const struct function *function,
          bool needs_object)
{
    if (is_method(extension, function)) {
        return true;
    }
    for (size_t i = 0; i < extension->n_types; i++) {
        const struct heap_type *type = &extension->types[i];
        if (is_in_slot(&type->slots, function, needs_object)
            || is_accessor(type, function, needs_object))
        {
            return true;
        }
    }
    for (size_t i = 0; i < extension->n_modules; i++) {
        if (!needs_object
            && is_in_slot(&extension->modules[i].slots, function, needs_object))
        {
            return true;
        }
    }
    return false;
}

bool
function_is_called_by_python(const struct extension *extension,
                             const struct function *function)
{
    return is_called(extension, function, false);
}

bool
function_gives_object(const struct extension *extension,
                      const struct function *function)
{
    return is_called(extension, function, true);
}

/* Is the result of CALL returned, by itself or in a local that nothing else reads? */
static bool
is_handed_on(const struct node *call)
{
    const struct node *parent = node_outer(call)->parent;
    const struct variable *local = call_local(call);
    if (parent != NULL && parent->kind == NODE_RETURN) {
        return true;
    }
    for (size_t i = 0; local != NULL && i < local->n_uses; i++) {
        const struct node *use = node_outer(local->uses[i]);
        bool is_read = use->parent == NULL || use->parent->kind != NODE_ASSIGN
                       || use->parent->first != use;
        if (is_read && (use->parent == NULL || use->parent->kind != NODE_RETURN)) {
            return false;
        }
    }
    return local != NULL;
}

enum { HANDED_ON_DEPTH = 3 };

static bool
raises_by_null(const struct extension *extension, const struct function *function, int depth)
{
    if (first_type_with(extension, "Py_tp_iternext", function) != NULL
        || first_type_with(extension, "Py_am_anext", function) != NULL)
    {
        return false;
    }
    if (function_gives_object(extension, function)) {
        return true;
    }
    /* What Argument Clinic calls: foo_impl, for foo; and what that returns unread. */
    for (size_t i = 0; i < function->n_uses; i++) {
        const struct node *child, *call = call_around(function->uses[i], &child);
        const struct function *caller = function->uses[i]->within;
        if (call == NULL || call->first != child || caller == NULL || !is_handed_on(call)
            || depth == 0 || !raises_by_null(extension, caller, depth - 1))
        {
            return false;
        }
    }
    return function->is_static && function->n_uses > 0;
}

bool
function_raises_by_null(const struct extension *extension, const struct function *function)
{
    return raises_by_null(extension, function, HANDED_ON_DEPTH);
}

/* Does FUNCTION ask for an exception, or end one? */
static bool
handles_exceptions(const struct function *function)
{
    for (size_t i = 0; i < function->n_calls; i++) {
        const char *name = call_name(function->calls[i]);
        if (string_starts(name, "PyErr_") && !string_starts(name, "PyErr_Set")
            && !string_starts(name, "PyErr_Format") && !string_starts(name, "PyErr_NoMemory"))
        {
            return true;
        }
    }
    return false;
}

/* Is the result of CALL only compared: `< 0`, or `== -1`? */
static bool
is_asked_for_negative(const struct node *call)
{
    const struct node *compared = node_outer(call), *node = compared->parent;
    if (node == NULL || node->kind != NODE_BINARY || node->first != compared) {
        return false;
    }
    const struct node *number = node_bare(compared->next);
    return number != NULL && number->has_value
           && ((node->op == '<' && number->value == 0)
               || (node->op == OP_EQUAL && number->value == -1));
}

/* Does FUNCTION return 0 and -1 only, in so many words? */
static bool
gives_zero_or_minus_one(const struct function *function)
{
    bool fails = false;
    for (const struct node *node = function->body; node;
         node = node_after(node, function->body))
    {
        const struct node *value = node->kind == NODE_RETURN ? node_bare(node->first) : NULL;
        if (node->kind == NODE_RETURN
            && !(value != NULL && value->has_value && (value->value == 0 || value->value == -1)))
        {
            return false;
        }
        fails |= value != NULL && value->value == -1;
    }
    return fails;
}

/* Is the result of CALL, 0 or -1, asked in an `if` that leaves at once, with -1 or NULL or by
 * a goto? */
static bool
is_asked_for_failure(const struct node *call)
{
    const struct node *asked = node_outer(call), *node = asked->parent;
    if (node == NULL || node->kind != NODE_IF || node->first != asked || !call->function
        || !gives_zero_or_minus_one(call->function))
    {
        return false;
    }
    const struct node *leaves = asked->next;
    if (leaves != NULL && leaves->kind == NODE_BLOCK) {
        leaves = leaves->first;
    }
    const struct node *result =
        leaves != NULL && leaves->kind == NODE_RETURN ? node_bare(leaves->first) : NULL;
    return leaves != NULL
           && (leaves->kind == NODE_GOTO || node_is_null(result)
               || (result != NULL && result->has_value && result->value == -1));
}

bool
function_raises_by_negative(const struct extension *extension,
                            const struct function *function)
{
    if (gives_number(extension, function)) {
        return true;
    }
    for (size_t i = 0; i < function->n_uses; i++) {
        const struct node *child, *call = call_around(function->uses[i], &child);
        const struct function *caller = function->uses[i]->within;
        bool is_call = call != NULL && call->first == child && caller != NULL;
        if (!is_call || handles_exceptions(caller)
            || !(is_asked_for_negative(call) || is_asked_for_failure(call)
                 || (is_handed_on(call) && gives_number(extension, caller))))
        {
            return false;
        }
    }
    return function->is_static && function->n_uses > 0;
}

/* Does BRANCH, of an `if`, end with a failure: return NULL, 0 or -1, or a goto?  IS_BARE: and do
 * nothing else? */
static bool
branch_fails(const struct node *branch, bool is_bare)
{
    if (branch != NULL && branch->kind == NODE_BLOCK) {
        branch = branch->first;
        while (!is_bare && branch != NULL && branch->next != NULL) {
            branch = branch->next;
        }
    }
    if (branch != NULL && branch->kind == NODE_GOTO) {
        return !is_bare;
    }
    const struct node *result =
        branch != NULL && branch->kind == NODE_RETURN ? node_bare(branch->first) : NULL;
    return node_is_null(result)
           || (result != NULL && result->has_value
               && (result->value == -1 || (result->value == 0 && !is_bare)));
}

/* Is CALL asked whether it is 0, by an `if` that fails then? */
static bool
is_asked_for_zero(const struct node *call)
{
    const struct node *asked = node_outer(call)->parent;
    if (asked == NULL || asked->kind != NODE_UNARY || asked->op != OP_NOT) {
        return false;
    }
    asked = node_outer(asked);
    return asked->parent != NULL && asked->parent->kind == NODE_IF
           && asked->parent->first == asked && branch_fails(asked->next, false);
}

bool
function_raises_by_zero(const struct extension *extension, const struct function *function)
{
    (void)extension;
    for (size_t i = 0; i < function->n_uses; i++) {
        const struct node *child = NULL, *call = call_around(function->uses[i], &child);
        const struct function *caller = function->uses[i]->within;
        bool is_converter = call != NULL && call->first != child
                            && string_starts(call_name(call), "PyArg_");
        bool is_asked = call != NULL && call->first == child && caller != NULL
                        && is_asked_for_zero(call) && !handles_exceptions(caller);
        if (!is_converter && !is_asked) {
            return false;
        }
    }
    return function->is_static && function->n_uses > 0;
}

static bool
owes_exception(const struct extension *extension, const struct function *function, int depth)
{
    if (gives_number(extension, function)) {
        return first_type_with(extension, "Py_tp_clear", function) == NULL;
    }
    for (size_t i = 0; i < function->n_uses; i++) {
        const struct node *child, *call = call_around(function->uses[i], &child);
        const struct function *caller = function->uses[i]->within;
        const struct node *asked = call != NULL ? node_outer(call)->parent : NULL;
        asked = asked != NULL ? node_outer(asked) : NULL;
        if (call == NULL || call->first != child || caller == NULL) {
            return false;
        }
        bool is_asked = is_asked_for_negative(call) && asked->parent != NULL
                        && asked->parent->kind == NODE_IF && asked->parent->first == asked
                        && branch_fails(asked->next, true)
                        && function_raises_by_null(extension, caller);
        /* What a caller hands on, it owes for. */
        if (!is_asked
            && !(is_handed_on(call) && depth > 0 && owes_exception(extension, caller, depth - 1)))
        {
            return false;
        }
    }
    return function->is_static && function->n_uses > 0;
}

bool
function_owes_exception(const struct extension *extension, const struct function *function)
{
    return owes_exception(extension, function, HANDED_ON_DEPTH);
}
