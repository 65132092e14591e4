#include "convert/facts/instance_bytes.h"

#include <string.h>

#include "convert/facts/inactive/sizes.h"
#include "convert/facts/instance_structs.h"
#include "convert/facts/nodes.h"

static const struct record *
record_of(const struct type *type)
{
    while (type != NULL && type->kind == TYPE_ARRAY) {
        type = type->target;
    }
    return type != NULL && type->kind == TYPE_RECORD ? type->record : NULL;
}

enum { MAX_NESTING = 8 };

/* Is OUTER the struct INNER, or has it one? */
static bool
has_struct(const struct record *outer, const struct record *inner, int depth)
{
    if (outer == inner || outer == NULL || depth == 0) {
        return outer == inner;
    }
    for (size_t i = 0; i < outer->n_fields; i++) {
        if (has_struct(record_of(outer->fields[i].type), inner, depth - 1)) {
            return true;
        }
    }
    return false;
}

static bool
is_of(const struct type *type, const struct record *record)
{
    const struct record *own = record_of(type);
    return own != NULL && has_struct(own, record, MAX_NESTING);
}

static bool
points_to(const struct node *node, const struct record *record)
{
    const struct node *bare = node != NULL ? node_bare(node) : NULL;
    return bare != NULL && type_points_to_struct(bare->type, record) && !is_null(bare);
}

/* Does CALL copy, move or set bytes of an instance? */
static bool
writes_bytes(const struct node *call, const struct record *record)
{
    const char *name = call_name(call);
    return (strstr(name, "memcpy") != NULL || strstr(name, "memmove") != NULL
            || strstr(name, "memset") != NULL)
           && (points_to(call_argument(call, 0), record)
               || points_to(call_argument(call, 1), record));
}

/* Does arithmetic with a pointer count in whole instances? */
static bool
counts_instances(const struct node *node, const struct record *record)
{
    switch (node->kind) {
    case NODE_BINARY:
        return (node->op == '+' || node->op == '-')
               && (points_to(node->first, record) || points_to(node->first->next, record));
    case NODE_SUBSCRIPT:
        return points_to(node->first, record);
    case NODE_UNARY:
        return (node->op == OP_INCREMENT || node->op == OP_DECREMENT)
               && points_to(node->first, record);
    default:
        return false;
    }
}

static bool
names_size_of_type(const struct node *node)
{
    return node->kind == NODE_MEMBER && node->text != NULL
           && (strcmp(node->text, "tp_basicsize") == 0 || strcmp(node->text, "basicsize") == 0);
}

/* Is the size SIZED that of a type: is it compared with that, or written there? */
static bool
is_size_of_type(const struct node *sized)
{
    const struct node *whole = sized;
    while (whole->parent != NULL
           && (whole->parent->kind == NODE_BINARY || whole->parent->kind == NODE_CAST
               || whole->parent->kind == NODE_PAREN || whole->parent->kind == NODE_ASSIGN))
    {
        whole = whole->parent;
    }
    for (const struct node *n = whole; n != NULL; n = node_after(n, whole)) {
        if (names_size_of_type(n)) {
            return true;
        }
    }
    return false;
}

/* Is the size of a type an argument of a call that allocates nothing, which may copy so much? */
static bool
is_handed_size(const struct node *node)
{
    if (!names_size_of_type(node) || node->is_written) {
        return false;
    }
    const struct node *call = node->parent;
    while (call != NULL && call->kind != NODE_CALL && call->kind != NODE_ASSIGN) {
        call = call->parent;
    }
    return call != NULL && call->kind == NODE_CALL && strstr(call_name(call), "lloc") == NULL;
}

static bool
tells_size(const struct extension *extension, const struct function *function)
{
    for (size_t i = 0; i < extension->n_methods; i++) {
        const struct method *method = &extension->methods[i];
        if (method->function == function && strcmp(method->name, "__sizeof__") == 0) {
            return true;
        }
    }
    return false;
}

static bool
has_bytes(const struct extension *extension, const struct function *function,
          const struct record *record)
{
    const struct node *body = function->body;
    for (const struct node *n = body; n != NULL; n = node_after(n, body)) {
        bool is_size = n->kind == NODE_SIZEOF && n->first != NULL && is_of(n->first->type, record);
        if ((n->kind == NODE_ASSIGN && is_of(n->type, record))
            || (n->kind == NODE_CALL && writes_bytes(n, record)) || counts_instances(n, record)
            || (((is_size && !is_size_of_type(n)) || is_handed_size(n))
                && !tells_size(extension, function)))
        {
            return true;
        }
    }
    return false;
}

bool
instances_are_bytes(const struct extension *extension, const struct type *instance)
{
    const struct source *source = extension->source;
    for (size_t i = 0; i < source->n_variables; i++) {
        if (is_of(source->variables[i]->type, instance->record)) {
            return true;
        }
    }
    for (size_t i = 0; i < source->n_functions; i++) {
        if (has_bytes(extension, source->functions[i], instance->record)) {
            return true;
        }
    }
    return is_sized_in_text(source, instance);
}
