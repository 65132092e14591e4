#include "convert/facts/capsule_structs.h"

#include <string.h>

#include "convert/facts/nodes.h"
#include "extension/expression.h"

/* The project's struct that TYPE, below arrays, is or points to; NULL: none. */
static const struct record *
struct_behind(const struct type *type)
{
    type = type != NULL ? type_element(type) : NULL;
    if (type != NULL && type->kind == TYPE_POINTER) {
        type = type->target != NULL ? type_element(type->target) : NULL;
    }
    return type != NULL && type->kind == TYPE_RECORD && type->record != NULL
                   && type->record->file != NULL
               ? type->record
               : NULL;
}

static void
add(const struct conversion *c, struct capsule_structs *list, const struct record *record)
{
    bool is_known = record == NULL;
    for (size_t i = 0; i < list->n_items && !is_known; i++) {
        is_known = list->items[i] == record;
    }
    if (!is_known) {
        ARENA_GROW(c->arena, list->items, list->n_items, list->capacity);
        list->items[list->n_items++] = record;
    }
}

/* What CALL makes a capsule of. */
static const struct node *
put_into_capsule(const struct node *call)
{
    const char *name = call_name(call);
    return strcmp(name, "PyCapsule_New") == 0          ? call_argument(call, 0)
           : strcmp(name, "PyCapsule_SetPointer") == 0 ? call_argument(call, 1)
                                                       : NULL;
}

/* What the pointer that CALL gets out of a capsule is used as. */
static const struct record *
taken_from_capsule(const struct node *call)
{
    if (!CALL_IS(call, "PyCapsule_GetPointer", "PyCapsule_Import")) {
        return NULL;
    }
    const struct record *record = NULL;
    const struct node *node = call->parent;
    while (node != NULL && record == NULL
           && (node->kind == NODE_CAST || node->kind == NODE_PAREN))
    {
        record = struct_behind(node->type);
        node = node->parent;
    }
    if (record == NULL && node != NULL && node->kind == NODE_ASSIGN) {
        record = struct_behind(node->first->type);
    }
    if (record == NULL && node != NULL && node->kind == NODE_VARIABLE) {
        record = struct_behind(node->type);
    }
    return record;
}

struct capsule_structs
find_capsule_structs(const struct conversion *c)
{
    struct capsule_structs list = {0};
    for (size_t i = 0; i < c->source->n_functions; i++) {
        const struct node *body = c->source->functions[i]->body;
        for (const struct node *n = body; n != NULL; n = node_after(n, body)) {
            const struct node *given = n->kind == NODE_CALL ? put_into_capsule(n) : NULL;
            if (given != NULL) {
                add(c, &list, struct_behind(given->type));
                add(c, &list, struct_behind(node_bare(given)->type));
                add(c, &list, struct_behind(node_resolved(given)->type));
            }
            if (n->kind == NODE_CALL) {
                add(c, &list, taken_from_capsule(n));
            }
        }
    }
    for (size_t i = 0; i < list.n_items; i++) {
        const struct record *record = list.items[i];
        for (size_t k = 0; k < record->n_fields; k++) {
            const struct record *member = struct_behind(record->fields[k].type);
            if (member != NULL && !record_is_object(member)) {
                add(c, &list, member);
            }
        }
    }
    return list;
}
