#ifndef INSULATE_CONVERT_PLAN_OPAQUE_MEMBERS_H
#define INSULATE_CONVERT_PLAN_OPAQUE_MEMBERS_H

#include "convert/conversion.h"

/* A member of a type that is read: `type->tp_free`. */
struct opaque_members {
    const struct node *const *items;
    size_t n_items, capacity;
};

/* Which members the limited API does not show. */
void plan_opaque_members(struct conversion *c);

#endif
