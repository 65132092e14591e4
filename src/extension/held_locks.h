/* Which locks are held: told apart by the field, the variable or the object that they are. */
#ifndef INSULATE_EXTENSION_HELD_LOCKS_H
#define INSULATE_EXTENSION_HELD_LOCKS_H

#include "extension/extension.h"

enum held_kind {
    HELD_SECTION,  /* a critical section of the object in VARIABLE */
    HELD_FIELD,    /* a lock that is the member NAME of something */
    HELD_VARIABLE, /* a static lock, or one that VARIABLE points to */
    HELD_LOCAL,    /* a lock that lives in VARIABLE, of one call */
    HELD_UNKNOWN,  /* none of these can be told */
};

struct held_lock {
    enum held_kind kind;
    bool is_section; /* a critical section: given up while the thread waits */
    const struct variable *variable; /* or NULL */
    const char *name;         /* of the field, the variable or the object; not owned */
    const struct node *place; /* what takes it */
};

enum { HELD_MOST = 8 };

struct held_locks {
    struct held_lock items[HELD_MOST];
    size_t n_items;
};

/* The locks that the function of NODE has taken, and not given back, where NODE runs; those
 * of its callers are left out. */
void held_locks_read(const struct extension *extension, const struct node *node,
                     struct held_locks *out);
/* The variable that the object in VARIABLE was taken from by casts: `op` of `self`. */
const struct variable *variable_origin(const struct variable *variable);

#endif
