/* Arrays of objects that grow: `static PyObject **hooks;`, resized by a function of the
 * realloc family, whose length is another static: every object is stored by
 * `hooks[n_hooks++] = …`.  So what is in front of the length is owned, and the module
 * can visit it and give it up.
 */
#include "convert/plan/grown_vectors.h"

#include <string.h>

#include "convert/facts/nodes.h"

/* A family of functions that allocate. */
static const struct family {
    const char *resize, *freeing;
} families[] = {
    {"realloc", "free"},
    {"PyMem_Realloc", "PyMem_Free"},
    {"PyMem_RawRealloc", "PyMem_RawFree"},
    {"PyObject_Realloc", "PyObject_Free"},
};

/* The call that NODE is an argument of, below casts and parentheses, or NULL. */
static const struct node *
call_around(const struct node *node)
{
    const struct node *parent = node_outer(node)->parent;
    return parent != NULL && parent->kind == NODE_CALL ? parent : NULL;
}

static const struct family *
family_of(const char *name)
{
    for (size_t i = 0; i < ARRAY_LENGTH(families); i++) {
        if (strcmp(families[i].resize, name) == 0) {
            return &families[i];
        }
    }
    return NULL;
}

/* The variable that INDEX counts up behind its use: n of `n++`. */
static const struct variable *
counted_up(const struct node *index)
{
    const struct node *bare = node_bare(index);
    const struct node *name = bare != NULL ? bare->first : NULL;
    bool is_behind = bare != NULL && bare->kind == NODE_UNARY
                     && bare->op == OP_INCREMENT && name->kind == NODE_NAME
                     && name->begin == bare->begin;
    return is_behind ? name->variable : NULL;
}

/* What becomes of a use of an array that may grow. */
enum use { USE_OTHER, USE_READ, USE_STORE, USE_RESIZE, USE_WHOLE };

static enum use
use_of(const struct node *use, const struct variable **out_length)
{
    const struct node *parent = use->parent;
    if (parent == NULL || use->is_address_taken || use->origin == ORIGIN_MACRO) {
        return USE_OTHER;
    }
    if (parent->kind == NODE_ASSIGN && parent->first == use) {
        return USE_WHOLE;
    }
    if (parent->kind == NODE_SUBSCRIPT && parent->first == use) {
        const struct node *outer = parent->parent;
        bool is_target =
            outer != NULL && outer->kind == NODE_ASSIGN && outer->first == parent;
        if (!is_target || is_null(outer->first->next)) {
            return parent->is_address_taken ? USE_OTHER : USE_READ;
        }
        *out_length = outer->op == '=' ? counted_up(parent->first->next) : NULL;
        return *out_length != NULL ? USE_STORE : USE_OTHER;
    }
    const struct node *call = call_around(use);
    if (call != NULL) {
        return family_of(call_name(call)) != NULL ? USE_RESIZE : USE_OTHER;
    }
    return parent->kind == NODE_BINARY || parent->kind == NODE_IF
                   || (parent->kind == NODE_UNARY && parent->op == OP_NOT)
               ? USE_READ
               : USE_OTHER;
}

/* Is the number LENGTH only counted up where an object is stored in ARRAY, and else
 * lowered or set to zero? */
static bool
counts_objects(const struct variable *length, const struct variable *array)
{
    if (!length->in_project || !variable_is_static(length) || length->is_thread_local
        || length->type->kind != TYPE_INTEGER)
    {
        return false;
    }
    for (size_t i = 0; i < length->n_uses; i++) {
        const struct node *use = length->uses[i], *parent = use->parent;
        if (use->is_address_taken || use->origin == ORIGIN_MACRO || parent == NULL) {
            return false;
        }
        if (!use->is_written) {
            continue;
        }
        const struct node *subscript = parent->parent;
        bool is_store = parent->kind == NODE_UNARY && parent->op == OP_INCREMENT
                        && subscript != NULL && subscript->kind == NODE_SUBSCRIPT
                        && subscript->first->variable == array;
        bool is_less = parent->kind == NODE_UNARY && parent->op == OP_DECREMENT;
        bool is_zero = parent->kind == NODE_ASSIGN && parent->op == '='
                       && is_null(parent->first->next);
        if (!is_store && !is_less && !is_zero) {
            return false;
        }
    }
    return true;
}

static const struct family *
resizing_family(const struct variable *variable, const struct node **out_call)
{
    for (size_t i = 0; i < variable->n_uses; i++) {
        const struct node *call = call_around(variable->uses[i]);
        const struct family *family =
            call != NULL && call_argument(call, 0) != NULL
                    && node_bare(call_argument(call, 0)) == variable->uses[i]
                ? family_of(call_name(call))
                : NULL;
        if (family != NULL) {
            *out_call = call;
            return family;
        }
    }
    return NULL;
}

const struct variable *
length_of_grown(const struct variable *variable, const char **out_freeing)
{
    const struct type *type = variable->type;
    const struct variable *length = NULL;
    const struct node *call;
    if (type->kind != TYPE_POINTER || type->target == NULL
        || !type_is_object_pointer(type->target)
        || (variable->initial != NULL && !is_null(variable->initial)))
    {
        return NULL;
    }
    for (size_t i = 0; i < variable->n_uses; i++) {
        const struct variable *next = NULL;
        enum use use = use_of(variable->uses[i], &next);
        if (use == USE_OTHER || (use == USE_STORE && length != NULL && next != length))
        {
            return NULL;
        }
        length = next != NULL ? next : length;
    }
    const struct family *family = resizing_family(variable, &call);
    if (family == NULL || length == NULL || !counts_objects(length, variable)) {
        return NULL;
    }
    *out_freeing = family->freeing;
    return length;
}
