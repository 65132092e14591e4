#ifndef INSULATE_CONVERT_PLAN_STATE_KEEPERS_H
#define INSULATE_CONVERT_PLAN_STATE_KEEPERS_H

#include <stdbool.h>

#include "convert/conversion.h"

/* A struct of instances that gets a member for the state. */
struct state_keeper {
    const struct record *record;
    const char *instance; /* the struct as it is written: "FooObject" */
    const char *member;
};

struct state_keepers {
    const struct state_keeper *const *items;
    size_t n_items, capacity;
    bool is_shared; /* threads without the GIL have instances in common */
    const struct state_keeper *const *of_function; /* by number; NULL: none */
};

/* Before the first question. */
void state_keepers_begin(struct conversion *c);

/* Which instances keep the state, and which functions find it there. */
void plan_state_keepers(struct conversion *c);

/* The struct in whose instances FUNCTION finds the state, or NULL. */
const struct state_keeper *state_keeper_for(const struct conversion *c,
                                            const struct function *function);

#endif
