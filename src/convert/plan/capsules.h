#ifndef INSULATE_CONVERT_PLAN_CAPSULES_H
#define INSULATE_CONVERT_PLAN_CAPSULES_H

#include "convert/conversion.h"
#include "model/extent.h"

/* A call of PyCapsule_New whose pointer leads to what moves: the capsule is to keep the
 * module.  A static was there for whoever had the capsule, however long. */
struct state_capsule {
    const struct function *function; /* that it stands in */
    struct range name;               /* of what is called */
    struct brackets arguments;
    struct range destructor; /* NULL, as it is written, with the comma in front */
    const char *field;       /* of the state, which has the capsule, too; NULL: it is made
                                on demand, and whoever called gets it */
};

struct state_capsules {
    const struct state_capsule *items;
    size_t n_items, capacity;
};

/* Has the state one of them? */
bool has_capsules(const struct conversion *c);

/* Which capsules keep the module.  Refuses what leaves in another way. */
void plan_capsules(struct conversion *c);

#endif
