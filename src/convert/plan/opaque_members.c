/* Members are read without the layout of types that the limited API does not show. */
#include "convert/plan/opaque_members.h"

#include "convert/plan/functions.h"
#include "convert/plan/limited_api.h"
#include "extension/slots.h"

/* Does MEMBER read the function of a type? */
static bool
is_opaque(const struct node *member)
{
    const struct node *object = node_bare(member->first);
    const struct type *type = object != NULL ? object->type : NULL;
    if (type != NULL && type->kind == TYPE_POINTER) {
        type = type->target;
    }
    return type != NULL && type->kind == TYPE_RECORD && type->record != NULL
           && record_is_type(type->record->name) && !member->is_written
           && member->origin == ORIGIN_FILE && function_type(member->text) != NULL;
}

void
plan_opaque_members(struct conversion *c)
{
    struct opaque_members *list = ARENA_NEW(c->arena, struct opaque_members);
    *list = (struct opaque_members){0};
    c->opaque_members = list;
    for (size_t i = 0; c->options->abi3 != 0 && i < c->source->n_functions; i++) {
        const struct function *function = c->source->functions[i];
        const struct node *body = function->body;
        if (!plan_of_function(c, function)->belongs) {
            continue;
        }
        for (const struct node *n = body; n != NULL; n = node_after(n, body)) {
            if (n->kind == NODE_MEMBER && is_opaque(n)) {
                ARENA_ADD(c->arena, list->items, list->n_items, list->capacity, &n);
            }
        }
    }
}
