#include "extension/shared_write.h"

#include <string.h>

#include "base/macros.h"
#include "extension/atomic_field.h"
#include "extension/calls.h"
#include "extension/concurrency.h"
#include "extension/expression.h"
#include "extension/container.h"
#include "extension/flow.h"
#include "extension/lock.h"
#include "extension/module_state.h"
#include "extension/plain_macro.h"
#include "model/lock.h"
#include "model/locking.h"
#include "model/thread_effect.h"

/* Does the assignment NODE begin with a use of a macro that gives its left side only, as
 * `STATE(self)->count = 0` does?  What SET(self, 0) writes may be atomic in another build. */
static bool
begins_with_place(const struct node *node)
{
    const struct node *value = node->kind == NODE_ASSIGN ? node->first->next : NULL;
    return value != NULL && node->origin == ORIGIN_MACRO
           && value->origin != ORIGIN_ARGUMENT && value->begin > node->begin;
}

/* The place that the assignment or increment NODE gives a value to; NULL: none, or a macro
 * hides which. */
static const struct node *
assigned_place(const struct extension *extension, const struct node *node)
{
    static const char *const known[] = {"Py_CLEAR", "Py_SETREF", "Py_XSETREF"};
    bool is_write = node->kind == NODE_ASSIGN
                    || (node->kind == NODE_UNARY
                        && (node->op == OP_INCREMENT || node->op == OP_DECREMENT));
    /* What another macro gives may be atomic where there is no GIL. */
    bool is_seen = is_write
                   && (node->origin == ORIGIN_FILE || begins_with_place(node)
                       || (node->origin == ORIGIN_MACRO
                           && shared_field(extension, node->first) != NULL
                           && macro_writes_plainly(extension, node)));
    for (size_t i = 0; is_write && !is_seen && i < ARRAY_LENGTH(known); i++) {
        is_seen = strcmp(node_use(extension->source, node), known[i]) == 0;
    }
    return is_seen ? node->first : NULL;
}

/* The first field whose address the call NODE is given to write an argument into, as in
 * `PyArg_ParseTuple(args, "ll", &self->x, &self->y)`; NULL: none. */
static const struct node *
parsed_place(const struct node *node)
{
    size_t n = CALL_IS(node, "PyArg_ParseTupleAndKeywords")
                   ? 4
               : CALL_IS(node, "PyArg_UnpackTuple")                                   ? 4
               : CALL_IS(node, "PyArg_ParseTuple", "PyArg_Parse")
                   ? 2
                   : SIZE_MAX;
    const struct node *argument = n != SIZE_MAX ? call_argument(node, n) : NULL;
    for (; argument != NULL; argument = argument->next) {
        const struct node *bare = node_bare(argument);
        if (bare->kind == NODE_UNARY && bare->op == OP_ADDRESS
            && node_bare(bare->first)->kind == NODE_MEMBER)
        {
            return bare;
        }
    }
    return NULL;
}

/* The memory that the call NODE writes or frees: the field that it is given as it stands,
 * perhaps with an offset.  A local may have been taken out of the field under a lock. */
static const struct node *
given_place(const struct node *node)
{
    int argument = node->kind == NODE_CALL && node->origin != ORIGIN_MACRO
                           && node->function != NULL && !node->function->in_project
                       ? memory_argument_of(call_name(node))
                       : -1;
    const struct node *place =
        argument >= 0 ? node_bare(call_argument(node, (size_t)argument)) : parsed_place(node);
    while (place != NULL && place->kind == NODE_BINARY && place->op == '+') {
        place = node_bare(place->first);
    }
    return place != NULL && place->kind != NODE_NAME ? place : NULL;
}

/* --- helpers that get an address ------------------------------------------- */

/* Is USE, of a pointer, where its function writes what it points to, as it stands? */
static bool
is_written_through(const struct node *use)
{
    bool is_reference = use->variable != NULL && use->variable->type->is_reference;
    const struct node *place = is_reference ? use : node_outer(use)->parent;
    bool is_behind = place != NULL
                     && (is_reference
                         || (place->kind == NODE_UNARY && place->op == OP_DEREFERENCE)
                         || (place->kind == NODE_SUBSCRIPT && place->first == node_outer(use)));
    const struct node *target = is_behind ? node_outer(place) : NULL;
    const struct node *write = target != NULL ? target->parent : NULL;
    return write != NULL && write->origin == ORIGIN_FILE
           && ((write->kind == NODE_ASSIGN && write->first == target)
               || (write->kind == NODE_UNARY
                   && (write->op == OP_INCREMENT || write->op == OP_DECREMENT)));
}

/* Does FUNCTION, or a function that it hands it on to, write what its parameter number N points
 * to, without a lock of its own? */
static bool
writes_behind(const struct function *function, size_t n, int depth)
{
    const struct variable *pointer =
        function != NULL && function->body != NULL && n < function->n_parameters
            ? function->parameters[n]
            : NULL;
    for (size_t i = 0; pointer != NULL && i < pointer->n_uses; i++) {
        const struct node *use = pointer->uses[i];
        const struct node *outer = node_outer(use), *call = outer->parent;
        if (is_written_through(use) && !node_is_locked_here(use)) {
            return true;
        }
        if (depth > 0 && call != NULL && call->kind == NODE_CALL && call->first != outer
            && writes_behind(call_target(call), call_argument_number(call, outer), depth - 1)
            && !node_is_locked_here(call))
        {
            return true;
        }
    }
    return false;
}

/* Is the pointer to TYPE one to a number or a pointer that can be written? */
static bool
is_writable_scalar(const struct type *type)
{
    return type != NULL && !type->is_const && !type->is_atomic
           && (type->kind == TYPE_INTEGER || type->kind == TYPE_FLOAT
               || type->kind == TYPE_POINTER);
}

/* What ARGUMENT lets a function write whose parameter is of TYPE: the member behind its
 * address, or that it refers to, the elements of an array or numbers behind a pointer; NULL: it is
 * none of these. */
static const struct node *
writable_place(const struct node *argument, const struct type *type)
{
    const struct node *bare = node_bare(argument);
    if (type->kind != TYPE_POINTER || !is_writable_scalar(type->target)) {
        return NULL;
    }
    if (bare->kind == NODE_UNARY && bare->op == OP_ADDRESS) {
        bare = node_bare(bare->first);
        return bare->kind == NODE_MEMBER ? bare : NULL;
    }
    bool is_memory = bare->kind == NODE_MEMBER && bare->type != NULL
                     && (bare->type->kind == TYPE_ARRAY || bare->type->kind == TYPE_POINTER)
                     && bare->type->target != NULL
                     && (bare->type->target->kind == TYPE_INTEGER
                         || bare->type->target->kind == TYPE_FLOAT);
    return bare->kind == NODE_MEMBER && (type->is_reference || is_memory) ? bare : NULL;
}

/* Does FUNCTION, of a library, write what its parameter points to, which ARGUMENT is the address
 * of a field for: a number or pointer that is no constant?  Atomic operations do so, too, in
 * their way. */
static bool
is_output_of_library(const struct function *function, const struct node *argument)
{
    const struct node *bare = node_bare(argument);
    return !function->in_project && function->header != NULL && bare->kind == NODE_UNARY
           && bare->op == OP_ADDRESS && strstr(function->name, "tomic") == NULL
           && strstr(function->name, "nterlocked") == NULL
           && locking_of(function->name) == LOCKING_NONE;
}

/* The number, pointer or array of what threads share that the call NODE lets a function write:
 * `add(&self->count, 1)`, `frexp(x, &self->exponent)`.  A struct is followed into the
 * function (concurrency.c).  NULL: none. */
static const struct node *
handed_place(const struct extension *extension, const struct node *node)
{
    enum { DEPTH = 2 };
    const struct function *target = node->kind == NODE_CALL && node->origin == ORIGIN_FILE
                                        ? call_target(node)
                                        : NULL;
    for (size_t i = 0; target != NULL && i < target->n_parameters; i++) {
        const struct node *argument = call_argument(node, i);
        const struct node *place =
            argument != NULL ? writable_place(argument, target->parameters[i]->type) : NULL;
        if (place != NULL && shared_field(extension, place) != NULL
            && (is_output_of_library(target, argument) || writes_behind(target, i, DEPTH)))
        {
            return place;
        }
    }
    return NULL;
}

/* --- places ------------------------------------------------------------------ */

/* What the lvalue NODE is a part of, or lies behind; a local that is the part itself ends
 * it, one that is a pointer to it does not. */
static const struct node *
whole_of(const struct node *node)
{
    bool is_behind = (node->kind == NODE_MEMBER && node->op == '>')
                     || (node->kind == NODE_UNARY && node->op == OP_DEREFERENCE)
                     || (node->kind == NODE_SUBSCRIPT && node->first->type != NULL
                         && node->first->type->kind == TYPE_POINTER);
    bool is_part = node->kind == NODE_MEMBER || node->kind == NODE_SUBSCRIPT
                   || (node->kind == NODE_UNARY && node->op == OP_ADDRESS);
    return is_behind ? node_resolved(node->first)
           : is_part ? node_bare(node->first)
                     : container_of_item(node);
}

/* What the pointer MEMBER of an object is given in front of NODE, by the only assignment of its
 * function to it: `copy->part = self->part` for the part of a new object; NULL: none, or
 * several. */
static const struct node *
member_value(const struct node *member, const struct node *node)
{
    const struct node *root = node->within != NULL ? node->within->body : NULL;
    const struct node *value = NULL;
    for (const struct node *at = root; at != NULL; at = node_after(at, root)) {
        if (at->kind != NODE_ASSIGN || node_bare(at->first)->kind != NODE_MEMBER
            || !nodes_are_alike(node_bare(at->first), member))
        {
            continue;
        }
        if (value != NULL || at->op != '=' || !node_flows_to(at, node)) {
            return NULL;
        }
        value = node_resolved(at->first->next);
    }
    return value;
}

/* What the local of C++ that NODE names refers to: what it begins with, or the range of a loop whose
 * elements it stands for; NULL: it is no reference. */
static const struct node *
referred(const struct node *node)
{
    const struct variable *local = node->kind == NODE_NAME ? node->variable : NULL;
    if (local == NULL || local->is_parameter || !local->type->is_reference
        || local->initial == NULL)
    {
        return NULL;
    }
    const struct node *declared = local->initial->parent;
    bool is_of_loop = declared != NULL && declared->kind == NODE_VARIABLE
                      && declared->parent != NULL && declared->parent->kind == NODE_OTHER
                      && declared->next != NULL;
    return node_bare(is_of_loop ? declared->next : local->initial);
}

const struct node *
shared_field(const struct extension *extension, const struct node *place)
{
    enum { DEPTH = 16 };
    const struct node *node = node_bare(place);
    for (int depth = 0; node != NULL && depth < DEPTH; depth++) {
        const struct node *same = referred(node);
        node = same != NULL ? same : node;
        if (node->kind == NODE_MEMBER && node->op == '>' && node->first != NULL
            && (type_points_to_state(extension, node->first->type)
                || node_is_shared(extension, node->first)))
        {
            return node;
        }
        const struct node *given =
            depth > 0 && node->kind == NODE_MEMBER && node->op == '>' && node->type != NULL
                    && node->type->kind == TYPE_POINTER
                ? member_value(node, place)
                : NULL;
        if (given != NULL && given->kind == NODE_UNARY && given->op == OP_ADDRESS) {
            given = node_bare(given->first);
        }
        node = given != NULL && given->kind == NODE_MEMBER ? given : whole_of(node);
    }
    return NULL;
}

const struct record *
member_record(const struct node *member)
{
    const struct type *type = member_object_type(member);
    return type != NULL && type->kind == TYPE_POINTER && type->target != NULL
               ? type->target->record
               : NULL;
}

const struct node *
written_field(const struct extension *extension, const struct node *node)
{
    const struct node *place = assigned_place(extension, node);
    place = place != NULL ? place : given_place(node);
    place = place != NULL ? place : changed_container(node);
    place = place != NULL ? place : handed_place(extension, node);
    const struct node *member = place != NULL ? shared_field(extension, place) : NULL;
    const struct record *record = member != NULL ? member_record(member) : NULL;
    return record != NULL && record->file != NULL && record->file->is_project
                   && !type_is_lock(member->type)
                   && !field_is_atomic(extension->source, record, member->text)
               ? member
               : NULL;
}
