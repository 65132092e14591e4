#include "model/equipment.h"

struct equipment *
equipments_add(struct equipments *list, const char *name, const char *used_by)
{
    ARENA_GROW(list->arena, list->items, list->n_items, list->capacity);
    list->items[list->n_items] = (struct equipment){.name = name, .used_by = used_by};
    return &list->items[list->n_items++];
}

void
equipment_set(struct equipment *item, enum equipment_state state, const char *detail,
              const char *remedy)
{
    item->state = state;
    item->detail = detail;
    item->remedy = remedy;
}

const char *
equipment_state_name(enum equipment_state state)
{
    static const char *const names[] = {"found", "limited", "missing"};
    return names[state];
}
