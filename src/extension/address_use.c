#include "extension/address_use.h"

#include <string.h>

#include "base/macros.h"
#include "extension/foreign_code.h"

enum { MAX_LOCALS = 4 };

static const struct keeper {
    const char *name;
    size_t argument;
} keepers[] = {
#define KEEPER(name, argument) {#name, argument},
#include "extension/address_keepers.inc"
#undef KEEPER
};

static bool
call_keeps(const struct node *call, const struct node *argument)
{
    for (size_t i = 0; i < ARRAY_LENGTH(keepers); i++) {
        if (strcmp(keepers[i].name, call_name(call)) == 0
            && call_argument(call, keepers[i].argument) == argument)
        {
            return true;
        }
    }
    return false;
}

/* Does CALL put the address ARGUMENT into a buffer that no object owns? */
static bool
fills_unowned_buffer(const struct node *call, const struct node *argument)
{
    const struct node *owner = call_argument(call, 1);
    return strcmp(call_name(call), "PyBuffer_FillInfo") == 0
           && call_argument(call, 2) == argument && owner != NULL
           && node_bare(owner)->has_value && node_bare(owner)->value == 0;
}

bool
call_is_imported(const struct node *call)
{
    for (const struct node *n = call->first; n != NULL; n = n->first) {
        if (n->kind == NODE_MEMBER) {
            const struct type *owner = n->first != NULL ? n->first->type : NULL;
            owner = owner != NULL && owner->kind == TYPE_POINTER ? owner->target : owner;
            const struct record *record = owner != NULL ? owner->record : NULL;
            return record != NULL && (record->file == NULL || !record->file->is_project);
        }
        if (n->kind == NODE_CAST && n->first != NULL && n->first->type != NULL
            && n->first->type->kind == TYPE_POINTER
            && n->first->type->target->kind == TYPE_VOID)
        {
            return true;
        }
        if (n->kind != NODE_PAREN && n->kind != NODE_CAST && n->kind != NODE_UNARY) {
            break;
        }
    }
    return false;
}

/* Does CALL, of another extension module or a library, make an object and get the address
 * ARGUMENT as that of memory, or of a table, of which it tells no more?  NumPy makes arrays
 * and ufuncs so (C-API, "Creating arrays from existing data", "UFunc API"), and they read
 * there for as long as they live. */
static bool
makes_object_over(const struct node *call, const struct node *argument)
{
    const struct type *callee = call_type(call);
    size_t i = call_argument_number(call, argument);
    if (callee == NULL || i >= callee->n_parameters || !type_is_object_pointer(call->type)
        || callee->parameters[i]->kind != TYPE_POINTER)
    {
        return false;
    }
    const struct type *memory = callee->parameters[i]->target;
    bool is_untold = memory != NULL
                     && (memory->kind == TYPE_VOID
                         || (memory->kind == TYPE_POINTER && !type_is_object_pointer(memory))
                         || (memory->kind == TYPE_INTEGER
                             && string_ends(memory->canonical, "char")));
    return is_untold
           && (call->function != NULL ? function_is_of_foreign_library(call->function)
                                      : call_is_imported(call));
}

/* Is BUFFER a Py_buffer of which a memoryview is made?  That has its addresses then. */
static const struct node *
memoryview_of(const struct variable *buffer)
{
    if (buffer == NULL || !type_is_record(buffer->type, "Py_buffer")) {
        return NULL;
    }
    for (size_t i = 0; i < buffer->n_uses; i++) {
        const struct node *call = node_outer_reference(buffer->uses[i])->parent;
        if (call != NULL && call->kind == NODE_CALL
            && strcmp(call_name(call), "PyMemoryView_FromBuffer") == 0)
        {
            return call;
        }
    }
    return NULL;
}

/* The buffer that TARGET is a member of, or NULL. */
static const struct variable *
buffer_of_member(const struct node *target)
{
    const struct node *buffer = target->kind == NODE_MEMBER && target->op == '.'
                                    ? node_bare(target->first)
                                    : NULL;
    return buffer != NULL && buffer->kind == NODE_NAME ? buffer->variable : NULL;
}

/* The whole expression that is an address of what USE is, or of a part of it. */
static const struct node *
address_of(const struct node *use)
{
    const struct node *node = use;
    for (const struct node *parent = node->parent; parent != NULL; parent = node->parent) {
        bool is_part = parent->kind == NODE_PAREN || parent->kind == NODE_CAST
                       || (parent->kind == NODE_UNARY && parent->op == '&')
                       || (parent->kind == NODE_SUBSCRIPT && parent->first == node)
                       || (parent->kind == NODE_MEMBER && parent->op == '.')
                       || (parent->kind == NODE_CONDITIONAL && parent->first != node);
        if (!is_part) {
            break;
        }
        node = parent;
    }
    return node;
}

/* The static variable that TARGET is, or a part of; NULL: it is of none. */
static const struct variable *
static_root(const struct node *target)
{
    target = node_bare(target);
    while (target != NULL
           && (target->kind == NODE_SUBSCRIPT
               || (target->kind == NODE_MEMBER && target->op == '.')))
    {
        target = node_bare(target->first);
    }
    return target != NULL && target->kind == NODE_NAME && target->variable != NULL
                   && variable_is_static(target->variable)
               ? target->variable
               : NULL;
}

static bool
is_foreign(const struct node *target)
{
    const struct variable *root = static_root(target);
    return root != NULL && !root->in_project;
}

static const struct node *pointer_outlives(const struct variable *pointer, int depth);

/* Where the address in NODE goes, from the expression around it. */
static const struct node *
goes_to(const struct node *node, int depth)
{
    const struct node *parent = node->parent;
    if (depth > MAX_LOCALS) {
        return NULL;
    }
    if (parent == NULL) {
        return memoryview_of(node->holder);
    }
    switch (parent->kind) {
    case NODE_CALL:
        return call_keeps(parent, node) || fills_unowned_buffer(parent, node)
                       || makes_object_over(parent, node)
                   ? parent
                   : NULL;
    case NODE_INIT_LIST:
        return parent->parent != NULL && parent->parent->kind == NODE_VARIABLE
                   ? memoryview_of(parent->parent->variable)
                   : NULL;
    case NODE_VARIABLE:
        return parent->variable != NULL ? pointer_outlives(parent->variable, depth + 1)
                                        : NULL;
    case NODE_ASSIGN: {
        const struct node *target = node_bare(parent->first);
        if (parent->first == node) {
            return NULL;
        }
        if (is_foreign(target)) {
            return parent;
        }
        if (target->kind == NODE_MEMBER) {
            return memoryview_of(buffer_of_member(target));
        }
        return target->kind == NODE_NAME && target->variable != NULL
                   ? pointer_outlives(target->variable, depth + 1)
                   : NULL;
    }
    default:
        return NULL;
    }
}

/* The same of a pointer that has it. */
static const struct node *
pointer_outlives(const struct variable *pointer, int depth)
{
    if (pointer->type == NULL || pointer->type->kind != TYPE_POINTER) {
        return NULL;
    }
    for (size_t i = 0; i < pointer->n_uses; i++) {
        const struct node *node = pointer->uses[i];
        while (node->parent != NULL
               && (node->parent->kind == NODE_PAREN || node->parent->kind == NODE_CAST))
        {
            node = node->parent;
        }
        const struct node *place = goes_to(node, depth);
        if (place != NULL) {
            return place;
        }
    }
    return NULL;
}

const struct node *
address_keeper(const struct node *use)
{
    return goes_to(address_of(use), 0);
}

const struct variable *
address_holder(const struct node *use)
{
    const struct node *node = address_of(use), *parent = node->parent;
    return parent != NULL && parent->kind == NODE_ASSIGN && parent->first != node
               ? static_root(parent->first)
               : NULL;
}
