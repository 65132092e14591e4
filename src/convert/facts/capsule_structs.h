#ifndef INSULATE_CONVERT_FACTS_CAPSULE_STRUCTS_H
#define INSULATE_CONVERT_FACTS_CAPSULE_STRUCTS_H

#include "convert/conversion.h"

struct capsule_structs {
    const struct record **items;
    size_t n_items, capacity;
};

/* The structs that capsules lead to, also through members: other extensions use them by a
 * declaration of their own. */
struct capsule_structs find_capsule_structs(const struct conversion *c);

#endif
