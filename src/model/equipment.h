/* What the program found on this machine, for `insulate doctor`. */
#ifndef INSULATE_MODEL_EQUIPMENT_H
#define INSULATE_MODEL_EQUIPMENT_H

#include <stddef.h>

#include "base/arena.h"

enum equipment_state {
    EQUIPMENT_FOUND,
    EQUIPMENT_LIMITED, /* something that it is used for does not work */
    EQUIPMENT_MISSING,
};

/* Strings are borrowed from the run's arena. */
struct equipment {
    const char *name; /* "libclang" */
    enum equipment_state state;
    const char *detail; /* where it is, and its version; or what is wrong */
    const char *used_by; /* "check, convert" */
    const char *remedy;  /* what to do; NULL: nothing is to be done */
};

struct equipments {
    struct arena *arena; /* borrowed */
    struct equipment *items;
    size_t n_items, capacity;
};

/* Append an item, to be filled in (borrowed until the next add). */
struct equipment *equipments_add(struct equipments *list, const char *name,
                                 const char *used_by);
void equipment_set(struct equipment *item, enum equipment_state state,
                   const char *detail, const char *remedy);
const char *equipment_state_name(enum equipment_state state);

#endif
