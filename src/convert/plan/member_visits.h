#ifndef INSULATE_CONVERT_PLAN_MEMBER_VISITS_H
#define INSULATE_CONVERT_PLAN_MEMBER_VISITS_H

#include "convert/conversion.h"

/* A member that a traverse function is to visit, because the instance owns it. */
struct member_visit {
    const struct function *traverse;
    const struct node *place; /* in front of this statement */
    const char *cast;         /* what the instance is cast to first; NULL: nothing */
    const char *member;
};

/* What the traverse function visits that a type gets. */
struct made_traverse {
    const struct variable *type;
    const char *instance; /* the struct of its instances */
    const struct record *record; /* the same */
    const char *const *members;
    size_t n_members, capacity;
};

struct member_visits {
    const struct member_visit *items;
    size_t n_items, capacity;
    const struct made_traverse *made; /* of types with members only */
    size_t n_made, made_capacity;
};

/* Which members of instances are visited that were not. */
void plan_member_visits(struct conversion *c);

/* Of the traverse function that TYPE gets; NULL: it visits no members. */
const struct made_traverse *made_traverse_of(const struct conversion *c,
                                             const struct variable *type);

#endif
