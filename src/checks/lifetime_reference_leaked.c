/* lifetime-reference-leaked: a path on which a new reference is neither released nor
 * handed on. */
#include <string.h>

#include "base/strbuf.h"
#include "checks/check.h"
#include "extension/calls.h"
#include "extension/expression.h"
#include "extension/ownership.h"
#include "extension/python_calls.h"
#include "extension/references.h"

static void
check_fault(struct check *check, const struct function *function,
            const struct ownership_fault *fault)
{
    const struct variable *local =
        fault->origin != NULL ? call_local(fault->origin) : NULL;
    const char *name = call_name(fault->origin);
    unsigned line = source_line(fault->node->file, fault->node->begin);
    const char *end = fault->node->kind == NODE_RETURN  ? "returns"
                      : fault->node->kind == NODE_BLOCK ? "ends"
                                                        : "loses it";
    if (fault->is_returned) {
        check_add_node(check, "lifetime-reference-leaked", fault->origin,
                       local != NULL ? local->name : function->name,
                       "%s returns the new reference from %s (line %u), and has taken another "
                       "with Py_INCREF that nobody releases; the object is never freed: "
                       "remove the Py_INCREF",
                       function->name, name[0] != '\0' ? name : "tp_alloc", line);
        return;
    }
    if (local != NULL) {
        check_add_node(check, "lifetime-reference-leaked", fault->origin, local->name,
                       "the new reference from %s in '%s' is still held where %s %s "
                       "(line %u); the object is never freed: release it with "
                       "Py_DECREF on that path",
                       name[0] != '\0' ? name : "tp_alloc", local->name, function->name, end,
                       line);
        return;
    }
    check_add_node(check, "lifetime-reference-leaked", fault->origin, function->name,
                   "the new reference from %s is still held where %s %s (line %u); the "
                   "object is never freed: release it with Py_DECREF on that path",
                   name[0] != '\0' ? name : "tp_alloc", function->name, end, line);
}

/* Paths that end in one macro have one fault. */
static bool
is_told(const struct ownership_fault *fault, const struct node **io_last)
{
    const struct node *last = *io_last, *node = fault->node;
    bool is_same = last != NULL && node->origin == ORIGIN_MACRO
                   && node->macro_file != NULL && node->macro_file == last->macro_file
                   && node->macro_offset == last->macro_offset;
    *io_last = node->origin == ORIGIN_MACRO && node->macro_file != NULL ? node : last;
    return is_same;
}

/* Does fault number N, of a reference that is left where another one before it is, come of the
 * same local?  Whatever gave it, one release mends them all. */
static bool
is_told_of_local(const struct ownership *ownership, size_t n)
{
    const struct ownership_fault *fault = &ownership->faults[n];
    const struct variable *local = call_local(fault->origin);
    for (size_t i = 0; local != NULL && i < n; i++) {
        const struct ownership_fault *other = &ownership->faults[i];
        if (other->kind == fault->kind && other->node == fault->node
            && other->is_returned == fault->is_returned && call_local(other->origin) == local)
        {
            return true;
        }
    }
    return false;
}

/* Does FUNCTION take a reference of the object NAME, which its caller gave it?  Its first
 * parameter, the instance, may be kept alive for what runs later. */
static const struct node *
taking_call(const struct function *function, const char *name)
{
    for (size_t i = 0; i < function->n_calls; i++) {
        const struct node *taken = taken_reference(function->calls[i]);
        const struct variable *variable =
            taken != NULL ? node_resolved_variable(taken) : NULL;
        if (variable != NULL && strcmp(variable->name, name) == 0
            && variable != function->parameters[0])
        {
            return function->calls[i];
        }
    }
    return NULL;
}

/* A reference to an argument that is taken for nobody, in what Python calls. */
static void
check_kept(struct check *check, const struct function *function,
           const struct ownership_fault *fault)
{
    const struct node *call = function->n_parameters > 0
                                      && function_gives_object(check->extension, function)
                                  ? taking_call(function, fault->name)
                                  : NULL;
    if (call != NULL) {
        check_add_node(check, "lifetime-reference-leaked", call, fault->name,
                       "the reference to '%s' that is taken here is still held where %s "
                       "returns (line %u); the object is never freed: release it with "
                       "Py_DECREF on that path",
                       fault->name, function->name,
                       source_line(fault->node->file, fault->node->begin));
    }
}

/* A reference to somebody else's object that is taken for nobody. */
static void
check_taken(struct check *check, const struct function *function,
            const struct ownership_fault *fault)
{
    const struct node *taken = taken_reference(fault->origin);
    const struct variable *local = call_local(fault->origin);
    const char *name = local != NULL                         ? local->name
                       : taken == NULL                       ? NULL
                       : taken->kind == NODE_MEMBER          ? taken->text
                       : node_resolved_variable(taken) != NULL ? node_resolved_variable(taken)->name
                                                             : NULL;
    if (name == NULL
        || (fault->is_parameter && function->n_parameters > 0
            && string_equal(fault->name, function->parameters[0]->name)))
    {
        return;
    }
    check_add_node(check, "lifetime-reference-leaked", fault->origin, name,
                   "the reference to '%s' that is taken here is still held where %s "
                   "%s (line %u); the object is never freed: release it with "
                   "Py_DECREF on that path",
                   name, function->name, fault->node->kind == NODE_RETURN ? "returns" : "ends",
                   source_line(fault->node->file, fault->node->begin));
}

/* Does CALL make an instance of the type TYPE, and take a reference to that? */
static bool
makes_instance(const struct node *call, const struct variable *type)
{
    const struct node *callee = node_bare(call->first);
    bool allocates = CALL_IS(call, "_PyObject_New", "_PyObject_NewVar", "_PyObject_GC_New",
                             "_PyObject_GC_NewVar", "PyType_GenericAlloc")
                     || (callee != NULL && callee->kind == NODE_MEMBER
                         && strcmp(callee->text, "tp_alloc") == 0);
    return allocates && node_resolved_variable(call_argument(call, 0)) == type;
}

/* Is TYPE kept or handed on, so that a reference may be for that? */
static bool
is_kept(const struct variable *type)
{
    for (size_t i = 0; i < type->n_uses; i++) {
        const struct node *outer = node_outer(type->uses[i]), *parent = outer->parent;
        if (parent == NULL || parent->kind == NODE_RETURN || parent->kind == NODE_VARIABLE
            || parent->kind == NODE_CONDITIONAL || parent->kind == NODE_INIT_LIST
            || (parent->kind == NODE_ASSIGN && parent->first != outer))
        {
            return true;
        }
        const struct node *child = NULL, *call = call_around(type->uses[i], &child);
        if (call != NULL && call->first != child && released_reference(call) != NULL) {
            return true;
        }
    }
    return false;
}

/* An instance of a heap type holds its type, since 3.8: whoever makes it need not. */
static void
check_types(struct check *check, const struct function *function)
{
    for (size_t i = 0; i < function->n_calls; i++) {
        const struct node *call = function->calls[i];
        const struct node *taken = taken_reference(call);
        const struct variable *type =
            taken != NULL && node_outer(call)->parent != NULL
                    && node_outer(call)->parent->kind == NODE_BLOCK
                ? node_resolved_variable(taken)
                : NULL;
        if (type == NULL || !type->is_parameter || type->type->kind != TYPE_POINTER
            || !type_is_record(type->type->target, "PyTypeObject") || is_kept(type))
        {
            continue;
        }
        for (size_t k = 0; k < i; k++) {
            if (makes_instance(function->calls[k], type)) {
                check_add_node(check, "lifetime-reference-leaked", call, function->name,
                               "the instance made by %s holds a reference to '%s' already "
                               "(since 3.8); this one is never released, and keeps the "
                               "type for ever: remove it",
                               function->name, type->name);
                break;
            }
        }
    }
}

/* The object whose buffer CALL puts into BUFFER, a Py_buffer that then holds a reference to it;
 * NULL: it puts none there. */
static const struct node *
buffered_object(const struct node *call, const struct node *buffer)
{
    bool fills = CALL_IS(call, "PyBuffer_FillInfo"), gets = CALL_IS(call, "PyObject_GetBuffer");
    const struct node *object = call_argument(call, fills ? 1 : 0);
    return (fills || gets) && call_argument(call, fills ? 0 : 1) == buffer && object != NULL
                   && !node_is_null(object)
               ? node_bare(object)
               : NULL;
}

/* A memoryview that is made from a Py_buffer does not take what that holds. */
static void
check_memoryview(struct check *check, const struct function *function,
                 const struct node *view)
{
    const struct node *given = call_argument(view, 0), *object = NULL, *filled = NULL;
    const struct node *referent = given != NULL ? node_referent(given) : NULL;
    const struct variable *buffer =
        referent != NULL && referent->kind == NODE_NAME ? referent->variable : NULL;
    if (buffer == NULL || buffer->is_parameter || variable_is_static(buffer)
        || !type_is_record(buffer->type, "Py_buffer"))
    {
        return;
    }
    for (size_t i = 0; i < buffer->n_uses; i++) {
        const struct node *use = node_outer_reference(buffer->uses[i]), *parent = use->parent;
        if (parent != NULL && parent->kind == NODE_MEMBER && parent->op == '.'
            && strcmp(parent->text, "obj") != 0)
        {
            continue;
        }
        if (parent == NULL || parent->kind != NODE_CALL
            || (parent != view && buffered_object(parent, use) == NULL))
        {
            return; /* it may be released there */
        }
        if (parent != view) {
            filled = parent;
            object = buffered_object(parent, use);
        }
    }
    if (filled != NULL) {
        check_add_node(check, "lifetime-reference-leaked", view, function->name,
                       "'%s' holds a reference%s%s from %s (line %u) that "
                       "PyMemoryView_FromBuffer does not take; the object is never freed: make "
                       "the view with PyMemoryView_FromObject, of an object with a buffer slot",
                       buffer->name, object->kind == NODE_NAME ? " to " : "",
                       object->kind == NODE_NAME ? object->text : "", call_name(filled),
                       source_line(filled->file, filled->begin));
    }
}

static void
check_memoryviews(struct check *check, const struct function *function)
{
    for (size_t i = 0; i < function->n_calls; i++) {
        if (CALL_IS(function->calls[i], "PyMemoryView_FromBuffer")) {
            check_memoryview(check, function, function->calls[i]);
        }
    }
}

void
check_lifetime_reference_leaked(struct check *check)
{
    const struct node *last = NULL;
    for (size_t i = 0; i < check->source->n_functions; i++) {
        const struct function *function = check->source->functions[i];
        check_types(check, function);
        check_memoryviews(check, function);
        const struct ownership *ownership =
            function_faults(check->extension, function);
        for (size_t k = 0; ownership != NULL && k < ownership->n_faults; k++) {
            if (ownership->faults[k].kind == FAULT_LEAKED
                && !call_gives_immortal(ownership->faults[k].origin)
                && !is_told_of_local(ownership, k) && !is_told(&ownership->faults[k], &last))
            {
                check_fault(check, function, &ownership->faults[k]);
            }
            else if (ownership->faults[k].kind == FAULT_KEPT) {
                check_kept(check, function, &ownership->faults[k]);
            }
            else if (ownership->faults[k].kind == FAULT_TAKEN
                     && !(ownership->faults[k].is_parameter && ownership->faults[k].is_counted))
            {
                check_taken(check, function, &ownership->faults[k]);
            }
        }
    }
}
