#include "extension/static_types.h"

#include <string.h>

#include "extension/expression.h"

/* A type in the making. */
struct static_draft {
    struct arena *arena;
    struct slot *items;
    size_t n_items, capacity;
};

static void
add_slot(struct static_draft *draft, const char *field, const struct node *value,
         const struct initializer *initializer)
{
    const struct slot_kind *kind = slot_kind_of_field(field);
    if (kind != NULL && value != NULL) {
        ARENA_ADD(draft->arena, draft->items, draft->n_items, draft->capacity,
                  &(struct slot){kind->name, value, initializer, node_function(value)});
    }
}

/* The assignment that gives a field of a type by USE of it, or NULL. */
static const struct node *
assignment_of_field(const struct node *use)
{
    const struct node *member = use->parent;
    const struct node *assign =
        member != NULL && member->kind == NODE_MEMBER ? node_outer(member)->parent : NULL;
    return assign != NULL && assign->kind == NODE_ASSIGN
                   && assign->first == node_outer(member)
               ? assign
               : NULL;
}

static struct heap_type
static_type(struct arena *arena, const struct variable *variable)
{
    struct heap_type type = {.variable = variable, .has_flags = true};
    struct static_draft draft = {.arena = arena};
    for (size_t i = 0; i < variable->n_initializers; i++) {
        const struct initializer *item = &variable->initializers[i];
        if (strchr(item->path, '.') != NULL || item->is_zero) {
            continue;
        }
        if (strcmp(item->field, "tp_flags") == 0) {
            type.has_flags = item->value->has_value;
            type.flags = item->value->value;
            continue;
        }
        add_slot(&draft, item->field, item->value, item);
    }
    for (size_t i = 0; i < variable->n_uses; i++) {
        const struct node *assign = assignment_of_field(variable->uses[i]);
        const char *field = assign != NULL ? variable->uses[i]->parent->text : "";
        if (strcmp(field, "tp_flags") == 0) {
            type.has_flags = false;
        }
        else if (assign != NULL && assign->op == '=') {
            add_slot(&draft, field, assign->first->next, NULL);
        }
    }
    type.slots = (struct slots){draft.items, draft.n_items, variable->n_initializers > 0};
    return type;
}

void
static_types_read(struct extension *extension)
{
    const struct source *source = extension->source;
    size_t capacity = 0;
    for (size_t i = 0; i < source->n_variables; i++) {
        const struct variable *variable = source->variables[i];
        if (variable->in_project && variable->n_initializers > 0
            && type_is_record(variable->type, "PyTypeObject"))
        {
            struct heap_type type = static_type(extension->arena, variable);
            ARENA_ADD(extension->arena, extension->static_types, extension->n_static_types,
                      capacity, &type);
        }
    }
}

const struct heap_type *
static_type_of(const struct extension *extension, const struct variable *variable)
{
    for (size_t i = 0; i < extension->n_static_types; i++) {
        if (extension->static_types[i].variable == variable) {
            return &extension->static_types[i];
        }
    }
    return NULL;
}
