#include "extension/expression.h"

#include <string.h>

#include "base/strbuf.h"

enum { RESOLVE_DEPTH = 8 }; /* names behind names */

bool
call_is_one_of(const struct node *node, const char *const *names, size_t n_names)
{
    if (node == NULL || node->kind != NODE_CALL) {
        return false;
    }
    const char *name = call_name(node);
    for (size_t i = 0; i < n_names; i++) {
        if (strcmp(name, names[i]) == 0) {
            return true;
        }
    }
    return false;
}

/* --- names behind names -------------------------------------------------- */

static bool
is_value(const struct node *value, bool counts_null)
{
    return value != NULL && (counts_null || !node_is_null(value));
}

/* The only value that VARIABLE is ever given; null pointers are values if COUNTS_NULL. */
static const struct node *
only_value(const struct variable *variable, bool counts_null)
{
    const struct node *value =
        is_value(variable->initial, counts_null) ? variable->initial : NULL;
    for (size_t i = 0; i < variable->n_uses; i++) {
        const struct node *use = node_outer(variable->uses[i]);
        const struct node *parent = use->parent;
        if (variable->uses[i]->is_address_taken) {
            return NULL;
        }
        if (parent == NULL || parent->first != use
            || (parent->kind != NODE_ASSIGN
                && !(parent->kind == NODE_UNARY
                     && (parent->op == OP_INCREMENT || parent->op == OP_DECREMENT))))
        {
            continue;
        }
        if (parent->kind != NODE_ASSIGN || parent->op != '=') {
            return NULL;
        }
        if (!is_value(parent->first->next, counts_null)) {
            continue;
        }
        if (value != NULL) {
            return NULL;
        }
        value = parent->first->next;
    }
    return value;
}

const struct node *
variable_only_value(const struct variable *variable)
{
    return variable->storage != STORAGE_AUTOMATIC || variable->is_parameter
               ? NULL
               : only_value(variable, true);
}

const struct node *
variable_only_object(const struct variable *variable)
{
    return only_value(variable, false);
}

/* Does FUNCTION take or drop a reference to its PARAMETER: `new_ref(op)`? */
static bool
counts_parameter(const struct function *function, const struct variable *parameter)
{
    for (size_t i = 0; i < function->n_calls; i++) {
        const struct node *call = function->calls[i];
        const char *name = call_name(call);
        if (strstr(name, "INCREF") == NULL && strstr(name, "IncRef") == NULL
            && strstr(name, "DECREF") == NULL && strstr(name, "DecRef") == NULL
            && strstr(name, "NewRef") == NULL && strstr(name, "NEWREF") == NULL)
        {
            continue;
        }
        for (const struct node *at = call->first->next; at != NULL; at = at->next) {
            const struct node *argument = node_bare(at);
            if (argument != NULL && argument->kind == NODE_NAME
                && argument->variable == parameter)
            {
                return true;
            }
        }
    }
    return false;
}

/* Is FUNCTION a cast by name, which gives back the parameter that it returns at its end,
 * unchanged, wherever it returns?  That parameter's number; else n_parameters. */
static size_t
passed_on_parameter(const struct function *function)
{
    const size_t none = function->n_parameters;
    const struct node *last = function->body != NULL ? function->body->first : NULL;
    while (last != NULL && last->next != NULL) {
        last = last->next;
    }
    const struct node *value =
        last != NULL && last->kind == NODE_RETURN ? node_bare(last->first) : NULL;
    const struct variable *parameter =
        value != NULL && value->kind == NODE_NAME ? value->variable : NULL;
    size_t i = 0;
    while (i < none && function->parameters[i] != parameter) {
        i++;
    }
    if (i < none && counts_parameter(function, parameter)) {
        return none;
    }
    for (size_t k = 0; i < none && k < parameter->n_uses; k++) {
        if (parameter->uses[k]->is_written || parameter->uses[k]->is_address_taken) {
            return none;
        }
    }
    for (const struct node *node = i < none ? function->body : NULL; node != NULL;
         node = node_after(node, function->body))
    {
        const struct node *other =
            node->kind == NODE_RETURN ? node_bare(node->first) : NULL;
        if (node->kind == NODE_RETURN
            && (other == NULL || other->kind != NODE_NAME
                || other->variable != parameter))
        {
            return none;
        }
    }
    return i;
}

static const struct node *
resolve(const struct node *node, int depth)
{
    node = node_bare(node);
    if (node == NULL || depth <= 0) {
        return node;
    }
    if (node->kind == NODE_CALL && node->function != NULL) {
        size_t i = passed_on_parameter(node->function);
        const struct node *argument =
            i < node->function->n_parameters ? call_argument(node, i) : NULL;
        return argument != NULL ? resolve(argument, depth - 1) : node;
    }
    if (node->kind == NODE_NAME && node->variable != NULL) {
        const struct node *value = variable_only_value(node->variable);
        const struct node *behind = value ? resolve(value, depth - 1) : NULL;
        /* What a call gives is best known by its name. */
        bool is_place =
            behind != NULL
            && (behind->kind == NODE_NAME || behind->kind == NODE_MEMBER
                || behind->kind == NODE_SUBSCRIPT || behind->kind == NODE_UNARY);
        return is_place ? behind : node;
    }
    if (node->kind == NODE_UNARY && node->op == OP_DEREFERENCE) {
        const struct node *pointer = resolve(node->first, depth - 1);
        if (pointer != NULL && pointer->kind == NODE_UNARY && pointer->op == OP_ADDRESS)
        {
            return resolve(pointer->first, depth - 1);
        }
    }
    return node;
}

const struct node *
node_resolved(const struct node *node)
{
    return resolve(node, RESOLVE_DEPTH);
}

const struct variable *
node_resolved_variable(const struct node *node)
{
    node = node_resolved(node);
    return node != NULL && node->kind == NODE_NAME ? node->variable : NULL;
}

static bool
are_alike(const struct node *a, const struct node *b, int depth)
{
    a = node_resolved(a);
    b = node_resolved(b);
    if (a == NULL || b == NULL || a->kind != b->kind || depth <= 0) {
        return false;
    }
    if (a == b) {
        return true; /* one value that a local has for good, whatever gave it */
    }
    switch (a->kind) {
    case NODE_NAME:
        return a->variable != NULL && a->variable == b->variable;
    case NODE_MEMBER:
        return strcmp(a->text, b->text) == 0
               && are_alike(a->first, b->first, depth - 1);
    case NODE_SUBSCRIPT:
        return are_alike(a->first, b->first, depth - 1)
               && are_alike(a->first->next, b->first->next, depth - 1);
    case NODE_NUMBER:
        return a->has_value && b->has_value && a->value == b->value;
    case NODE_UNARY:
        return a->op == b->op && are_alike(a->first, b->first, depth - 1);
    case NODE_CALL:
        /* get_state(module)->field: the same call finds the same state. */
        return a->function != NULL && a->function == b->function
               && (a->first->next == NULL
                   || are_alike(a->first->next, b->first->next, depth - 1));
    default:
        return false;
    }
}

bool
nodes_are_alike(const struct node *a, const struct node *b)
{
    return are_alike(a, b, RESOLVE_DEPTH);
}

const struct type *
member_object_type(const struct node *member)
{
    return member->first != NULL ? member->first->type : NULL;
}

bool
node_is_parameter(const struct function *function, const struct node *node, size_t i)
{
    return node != NULL && i < function->n_parameters
           && node_resolved_variable(node) == function->parameters[i];
}

/* --- what is named --------------------------------------------------------- */

const struct function *
node_function(const struct node *node)
{
    node = node_referent(node);
    if (node != NULL && node->kind == NODE_CALL) {
        node = node_referent(node_resolved(node));
    }
    return node != NULL && node->kind == NODE_NAME ? node->function : NULL;
}

const struct variable *
node_variable(const struct node *node)
{
    node = node_referent(node);
    return node != NULL && node->kind == NODE_NAME ? node->variable : NULL;
}

static bool
is_type_lookup(const struct node *node)
{
    node = node_bare(node);
    if (node == NULL) {
        return false;
    }
    if (node->kind == NODE_CALL) {
        /* A macro over _Py_TYPE_impl since 3.15. */
        return strstr(call_name(node), "Py_TYPE") != NULL
               || strcmp(call_name(node), "PyObject_Type") == 0;
    }
    return node->kind == NODE_MEMBER && strcmp(node->text, "ob_type") == 0;
}

bool
node_is_object_type(const struct node *node)
{
    if (is_type_lookup(node)) {
        return true;
    }
    const struct variable *variable = node_variable(node);
    if (variable == NULL || variable->storage != STORAGE_AUTOMATIC) {
        return false;
    }
    if (variable->initial != NULL && is_type_lookup(variable->initial)) {
        return true;
    }
    for (size_t i = 0; i < variable->n_uses; i++) {
        const struct node *parent = variable->uses[i]->parent;
        if (variable->uses[i]->is_written && parent != NULL
            && parent->kind == NODE_ASSIGN && is_type_lookup(node_child(parent, 1)))
        {
            return true;
        }
    }
    return false;
}

bool
node_is_null(const struct node *node)
{
    node = node_bare(node);
    return node != NULL
           && ((node->has_value && node->value == 0)
               || (node->kind == NODE_NUMBER && !node->has_value));
}

/* --- references ---------------------------------------------------------- */

const struct node *
last_argument(const struct node *call)
{
    const struct node *last = NULL;
    for (const struct node *at = call->first ? call->first->next : NULL; at != NULL;
         at = at->next)
    {
        last = at;
    }
    return last;
}

const struct node *
argument_value(const struct node *argument)
{
    const struct node *value = node_bare(argument);
    while (value != NULL && value->kind == NODE_BINARY && value->op == ',') {
        value = node_bare(value->first->next);
    }
    return value;
}

const struct node *
released_reference(const struct node *call)
{
    if (call->kind != NODE_CALL
        || (strstr(call_name(call), "DECREF") == NULL
            && strstr(call_name(call), "DecRef") == NULL))
    {
        return NULL;
    }
    /* Debug builds put the file and line before it. */
    return node_resolved(last_argument(call));
}

const struct node *
taken_reference(const struct node *call)
{
    if (call->kind != NODE_CALL
        || (strstr(call_name(call), "INCREF") == NULL
            && strstr(call_name(call), "IncRef") == NULL
            && strstr(call_name(call), "NewRef") == NULL
            && strstr(call_name(call), "NEWREF") == NULL))
    {
        return NULL;
    }
    return node_resolved(last_argument(call));
}

bool
function_takes_reference(const struct function *function, const struct node *object)
{
    for (size_t i = 0; function != NULL && i < function->n_calls; i++) {
        const struct node *taken = taken_reference(function->calls[i]);
        if (taken != NULL && nodes_are_alike(taken, object)) {
            return true;
        }
    }
    return false;
}

const struct node *
visited_reference(const struct function *function, const struct node *call)
{
    if (call->kind != NODE_CALL || !node_is_parameter(function, call->first, 1)) {
        return NULL;
    }
    return node_resolved(call_argument(call, 0));
}

/* --- what is done with a value --------------------------------------------- */

bool
node_is_asked(const struct node *node)
{
    const struct node *child = node;
    for (const struct node *parent = node->parent; parent != NULL;
         child = parent, parent = parent->parent)
    {
        switch (parent->kind) {
        case NODE_IF:
        case NODE_WHILE:
        case NODE_CONDITIONAL:
            return parent->first == child;
        case NODE_BINARY:
            if (parent->op == OP_EQUAL || parent->op == OP_NOT_EQUAL
                || parent->op == OP_AND || parent->op == OP_OR)
            {
                return true;
            }
            break;
        case NODE_UNARY:
            if (parent->op == OP_NOT) {
                return true;
            }
            break;
        case NODE_BLOCK:
        case NODE_CALL:
            return false;
        default:
            break;
        }
    }
    return false;
}

const struct variable *
call_local(const struct node *call)
{
    const struct node *node = node_outer(call)->parent;
    if (node != NULL && node->kind == NODE_VARIABLE) {
        return node->variable;
    }
    if (node != NULL && node->kind == NODE_ASSIGN) {
        const struct variable *variable = node_resolved_variable(node->first);
        return variable != NULL && variable->storage == STORAGE_AUTOMATIC ? variable
                                                                          : NULL;
    }
    return NULL;
}
