#include "convert/facts/known_memory.h"

#include <string.h>

#include "base/strbuf.h"
#include "extension/calls.h"
#include "extension/expression.h"
#include "extension/module_state.h"
#include "model/extent.h"

enum { MEMORY_DEPTH = 8 };

static bool is_known(const struct conversion *c, const struct thread_functions *functions,
                     const struct node *node, bool is_written, int depth);

/* `p = p + n` leads where p did. */
static bool
is_step_of(const struct node *value, const struct variable *pointer)
{
    const struct node *bare = node_bare(value);
    return bare != NULL && bare->kind == NODE_BINARY
           && (node_variable(bare->first) == pointer
               || node_variable(bare->first->next) == pointer);
}

/* Are all values that the local POINTER is given known? */
static bool
local_is_known(const struct conversion *c, const struct thread_functions *functions,
               const struct variable *pointer, bool is_written, int depth)
{
    if (pointer->initial != NULL
        && !is_known(c, functions, pointer->initial, is_written, depth))
    {
        return false;
    }
    for (size_t i = 0; i < pointer->n_uses; i++) {
        const struct node *use = node_outer(pointer->uses[i]);
        const struct node *parent = use->parent;
        if (pointer->uses[i]->is_address_taken) {
            /* PyBytes_AsStringAndSize, PyArg_ParseTuple("s"): text of immutable objects */
            const struct node *call = call_around(pointer->uses[i], NULL);
            const char *name = call != NULL ? call_name(call) : "";
            if (is_written || (!string_starts(name, "PyArg_")
                               && strcmp(name, "PyBytes_AsStringAndSize") != 0))
            {
                return false;
            }
        }
        else if (parent != NULL && parent->kind == NODE_ASSIGN && parent->first == use
                 && parent->op == '=' && !is_step_of(use->next, pointer)
                 && !is_known(c, functions, use->next, is_written, depth))
        {
            return false;
        }
    }
    return true;
}

/* Is what FUNCTION gets as PARAMETER known at all calls? */
static bool
parameter_is_known(const struct conversion *c, const struct thread_functions *functions,
                   const struct variable *parameter, bool is_written, int depth)
{
    const struct function *function = parameter->owner;
    size_t number = 0;
    while (number < function->n_parameters && function->parameters[number] != parameter) {
        number++;
    }
    /* The vector of arguments is the caller's, and Py_buffer * its local. */
    const struct type *target = parameter->type->target;
    if (target != NULL
        && ((!is_written && target->is_const && type_is_object_pointer(target))
            || type_is_record(target, "Py_buffer")))
    {
        return true;
    }
    for (size_t i = 0; i < function->n_uses; i++) {
        const struct node *use = function->uses[i], *call = use->parent;
        if (call == NULL || call->kind != NODE_CALL || call->first != use) {
            return false;
        }
        const struct node *argument = call_argument(call, number);
        if (argument == NULL || !is_known(c, functions, argument, is_written, depth)) {
            return false;
        }
    }
    return function->is_static && function->n_uses > 0;
}

/* Does the call of CPython's NODE give memory of its own, or of an immutable object? */
static bool
call_is_known(const struct conversion *c, const struct thread_functions *functions,
              const struct node *call, bool is_written, int depth)
{
    if (CALL_IS(call, "PyMem_Malloc", "PyMem_Calloc", "PyMem_Realloc", "PyMem_RawMalloc",
                "PyMem_RawCalloc", "PyMem_RawRealloc", "PyObject_Malloc",
                "PyObject_Calloc", "PyObject_Realloc", "malloc", "calloc", "realloc",
                "strdup"))
    {
        return true;
    }
    if (CALL_IS(call, "PyBytes_AsString", "PyBytes_AS_STRING", "PyUnicode_AsUTF8",
                "PyUnicode_AsUTF8AndSize", "PyUnicode_DATA"))
    {
        const struct node *object = node_resolved(call_argument(call, 0));
        return !is_written
               || (object != NULL && CALL_IS(object, "PyBytes_FromStringAndSize"));
    }
    const struct function *target = call_target(call);
    const struct node *root = target != NULL && target->in_project ? target->body : NULL;
    for (const struct node *node = root; node != NULL; node = node_after(node, root)) {
        if (node->kind == NODE_RETURN && node->first != NULL
            && !is_known(c, functions, node->first, is_written, depth))
        {
            return false;
        }
    }
    return root != NULL;
}

/* A field of what place.h knows; of any other struct it is as known as the struct. */
static bool
member_is_known(const struct conversion *c, const struct thread_functions *functions,
                const struct node *member, bool is_written, int depth)
{
    const struct node *base = node_bare(member->first);
    const struct type *type = base != NULL ? member->first->type : NULL;
    if (type == NULL) {
        return false;
    }
    const struct record *record =
        type->kind == TYPE_POINTER ? (type->target != NULL ? type->target->record : NULL)
                                   : type->record;
    if (type_points_to_state(c->extension, type) || record == c->module->state
        || (record != NULL && record->file != NULL && record->file->is_project
            && record_is_object(record)))
    {
        return true;
    }
    if (record != NULL && strcmp(record->name, "Py_buffer") == 0) {
        return !is_written; /* who exports it decides who may change it */
    }
    /* What a pointer in any other struct leads to is not followed. */
    return member->type != NULL && member->type->kind != TYPE_POINTER
           && is_known(c, functions, member->op == '.' ? base : member->first, is_written,
                       depth);
}

static bool
name_is_known(const struct conversion *c, const struct thread_functions *functions,
              const struct node *name, bool is_written, int depth)
{
    const struct variable *variable = name->variable;
    if (variable == NULL || variable->type == NULL) {
        return name->function != NULL;
    }
    bool is_pointer = variable->type->kind == TYPE_POINTER;
    if (variable->type->kind == TYPE_INTEGER) {
        return false; /* an address as a number */
    }
    if (variable_is_static(variable)) {
        /* An array or a struct is a place itself; what a pointer leads to may be any. */
        return !is_pointer || (!is_written && variable->type->target->is_const)
               || type_is_object_pointer(variable->type);
    }
    return !is_pointer ? true
           : variable->is_parameter
               ? variable->owner != NULL
                     && parameter_is_known(c, functions, variable, is_written, depth)
                     && local_is_known(c, functions, variable, is_written, depth)
               : local_is_known(c, functions, variable, is_written, depth);
}

/* Is NODE a variable that is no pointer: its address is that of itself? */
static bool
is_plain_variable(const struct node *node)
{
    const struct node *bare = node_bare(node);
    return bare != NULL && bare->kind == NODE_NAME && bare->variable != NULL
           && bare->variable->type != NULL && bare->variable->type->kind != TYPE_POINTER;
}

static bool
is_constant_table(const struct node *node)
{
    const struct variable *variable = node_variable(node);
    return variable != NULL && variable_is_static(variable)
           && variable->type->kind == TYPE_ARRAY && type_element(variable->type)->is_const;
}

/* Is NODE what a macro of CPython's gives of the text of an object: PyUnicode_DATA and the
 * like?  Nobody changes that but who makes the object. */
static bool
is_immutable_text(const struct conversion *c, const struct node *node, bool is_written)
{
    struct brackets brackets;
    struct range item;
    const char *use = node->origin == ORIGIN_MACRO && node->macro_file == NULL
                          ? node_use(c->source, node)
                          : "";
    bool is_text = (string_starts(use, "PyUnicode_") && string_ends(use, "DATA"))
                   || strcmp(use, "PyBytes_AS_STRING") == 0;
    if (!is_text || !is_written) {
        return is_text;
    }
    if (!use_brackets(node->file, node->begin, &brackets)
        || !brackets_item(&brackets, 0, &item))
    {
        return false;
    }
    for (const struct node *at = node; at != NULL; at = node_after(at, node)) {
        const struct node *maker =
            at->kind == NODE_NAME && at->begin >= item.begin && at->end <= item.end
                ? node_resolved(at)
                : NULL;
        if (maker != NULL && CALL_IS(maker, "PyUnicode_New", "PyBytes_FromStringAndSize")) {
            return true;
        }
    }
    return false;
}

static bool
is_known(const struct conversion *c, const struct thread_functions *functions,
         const struct node *node, bool is_written, int depth)
{
    if (node != NULL && is_immutable_text(c, node, is_written)) {
        return true;
    }
    node = node_bare(node);
    if (node == NULL || depth <= 0) {
        return false;
    }
    if (is_immutable_text(c, node, is_written)) {
        return true;
    }
    depth--;
    switch (node->kind) {
    case NODE_STRING:
        return !is_written;
    case NODE_NUMBER:
        return true;
    case NODE_NAME:
        return node_is_null(node) || name_is_known(c, functions, node, is_written, depth);
    case NODE_MEMBER:
        return node->first != NULL
               && member_is_known(c, functions, node, is_written, depth);
    case NODE_SUBSCRIPT:
        /* What is in an array is the array's; where a pointer in it leads is known of
         * constant tables only. */
        return node->type != NULL
               && (node->type->kind != TYPE_POINTER
                   || (!is_written && is_constant_table(node->first)))
               && is_known(c, functions, node->first, is_written, depth);
    case NODE_CALL:
        return call_is_known(c, functions, node, is_written, depth);
    case NODE_CONDITIONAL:
        return is_known(c, functions, node_child(node, 1), is_written, depth)
               && is_known(c, functions, node_child(node, 2), is_written, depth);
    case NODE_BINARY:
        /* A pointer and a number. */
        return node->type != NULL && node->type->kind == TYPE_POINTER
               && is_known(c, functions,
                           node->first->type != NULL
                                   && node->first->type->kind == TYPE_INTEGER
                               ? node->first->next
                               : node->first,
                           is_written, depth);
    case NODE_UNARY:
        return (node->op == OP_ADDRESS && is_plain_variable(node->first))
               || ((node->op == OP_ADDRESS || node->op == OP_INCREMENT
                    || node->op == OP_DECREMENT)
                   && is_known(c, functions, node->first, is_written, depth));
    default:
        return node_is_null(node);
    }
}

bool
memory_is_known(const struct conversion *c, const struct thread_functions *functions,
                const struct node *pointer, bool is_written)
{
    return is_known(c, functions, pointer, is_written, MEMORY_DEPTH);
}
