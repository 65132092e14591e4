#include "convert/facts/struct_copies.h"

#include <string.h>

#include "convert/facts/nodes.h"
#include "extension/references.h"

/* The variable that the lvalue NODE, or &NODE, is of or a part of; NULL: none. */
static const struct variable *
root_of(const struct node *node)
{
    node = node_bare(node);
    while (node != NULL
           && (node->kind == NODE_SUBSCRIPT || (node->kind == NODE_MEMBER && node->op == '.')
               || (node->kind == NODE_UNARY && node->op == OP_ADDRESS)))
    {
        node = node_bare(node->first);
    }
    return node != NULL && node->kind == NODE_NAME ? node->variable : NULL;
}

/* Is VALUE a field behind a pointer, as of the module state, or the address of one? */
static bool
is_field_behind(const struct node *value)
{
    value = node_bare(value);
    if (value->kind == NODE_UNARY && value->op == OP_ADDRESS) {
        value = node_bare(value->first);
    }
    return value->kind == NODE_MEMBER && value->op == '>';
}

/* Does VALUE give an object that somebody else owns? */
static bool
is_borrowed(const struct node *value)
{
    const struct node *bare = node_bare(value);
    if (bare == NULL || bare->type == NULL || !type_is_object_pointer(bare->type) || is_null(bare)) {
        return false;
    }
    return bare->kind != NODE_CALL || reference_given_by(call_name(bare)) != REFERENCE_NEW;
}

static bool
lists_borrowed(const struct node *list)
{
    for (const struct node *n = list; n != NULL; n = node_after(n, list)) {
        bool is_item = n->parent != NULL
                       && (n->parent->kind == NODE_INIT_LIST || n->parent->kind == NODE_DESIGNATED);
        if (is_item && n->kind != NODE_DESIGNATED && is_borrowed(n)) {
            return true;
        }
    }
    return false;
}

/* Is VALUE a struct of the moment, a literal or a local, that has objects which somebody else
 * owns? */
static bool
holds_borrowed(const struct node *value)
{
    value = node_bare(value);
    if (value->kind == NODE_UNARY && value->op == OP_ADDRESS) {
        value = node_bare(value->first);
    }
    const struct variable *local = value->kind == NODE_NAME ? value->variable : NULL;
    if (value->kind == NODE_COMPOUND_LITERAL) {
        return lists_borrowed(value->first);
    }
    if (local == NULL || local->storage != STORAGE_AUTOMATIC || local->is_parameter) {
        return false;
    }
    for (size_t i = 0; i < local->n_uses; i++) {
        const struct node *member = node_outer(local->uses[i])->parent;
        const struct node *assign = member != NULL ? member->parent : NULL;
        if (assign != NULL && member->kind == NODE_MEMBER && assign->kind == NODE_ASSIGN
            && assign->first == member && is_borrowed(member->next))
        {
            return true;
        }
    }
    return local->initial != NULL && lists_borrowed(local->initial);
}

/* Is VALUE, or what it points to, found behind a pointer, so that nothing tells whose it is? */
static bool
is_behind_pointer(const struct node *value)
{
    value = node_bare(value);
    if (value->kind == NODE_UNARY && value->op == OP_ADDRESS) {
        value = node_bare(value->first);
    }
    while (value != NULL && value->kind == NODE_MEMBER && value->op == '.') {
        value = node_bare(value->first);
    }
    return value != NULL
           && ((value->kind == NODE_UNARY && value->op == OP_DEREFERENCE)
               || value->kind == NODE_SUBSCRIPT
               || (value->kind != NODE_CALL && value->type != NULL
                   && value->type->kind == TYPE_POINTER));
}

/* Is TO, or a part of it, which TARGET is of TYPE, a struct with objects, given what another struct
 * has that stays, or what somebody else owns or may own, so that both have one reference? */
static bool
takes_copy(const struct variable *to, const struct type *type, const struct node *target,
           const struct node *value)
{
    const struct variable *from = root_of(value);
    bool is_other = from != NULL && from != to && variable_is_static(from);
    return root_of(target) == to && type != NULL && type_element(type)->kind == TYPE_RECORD
           && type_holds_object(type)
           && (is_other || is_field_behind(value) || holds_borrowed(value)
               || (from != to && is_behind_pointer(value)));
}

/* The same of memory with pointers to objects, which memcpy takes no references for. */
static bool
takes_pointers(const struct variable *to, const struct type *type, const struct node *target,
               const struct node *value)
{
    return root_of(target) == to && root_of(value) != to && type != NULL
           && type_is_object_pointer(type_element(type));
}

/* Does FUNCTION take references to objects in VARIABLE? */
static bool
takes_references(const struct function *function, const struct variable *variable)
{
    for (size_t i = 0; function != NULL && i < function->n_calls; i++) {
        const struct node *call = function->calls[i];
        const struct node *object = call_argument(call, 0);
        if (object != NULL && root_of(object) == variable
            && (strcmp(call_name(call), "Py_INCREF") == 0
                || strcmp(call_name(call), "Py_XINCREF") == 0))
        {
            return true;
        }
    }
    return false;
}

static bool
copies_memory(const struct node *call)
{
    return strcmp(call_name(call), "memcpy") == 0 || strcmp(call_name(call), "memmove") == 0;
}

static const struct type *
pointed_type(const struct node *pointer)
{
    const struct type *type = node_bare(pointer)->type;
    return type != NULL && type->kind == TYPE_POINTER ? type->target : type;
}

const struct node *
struct_copy_into(const struct variable *variable)
{
    for (size_t i = 0; i < variable->n_uses; i++) {
        const struct node *use = variable->uses[i];
        bool is_counted = takes_references(use->within, variable);
        for (const struct node *at = use->parent; at != NULL && !is_counted; at = at->parent) {
            if (at->kind == NODE_ASSIGN && at->op == '='
                && takes_copy(variable, at->first->type, at->first, at->first->next))
            {
                return at;
            }
            const struct node *to = at->kind == NODE_CALL ? call_argument(at, 0) : NULL;
            const struct node *from = to != NULL && copies_memory(at) ? call_argument(at, 1)
                                                                      : NULL;
            if (from != NULL
                && (takes_copy(variable, pointed_type(to), to, from)
                    || takes_pointers(variable, pointed_type(to), to, from)))
            {
                return at;
            }
        }
    }
    return NULL;
}
