#ifndef INSULATE_CONVERT_PLAN_CALLBACKS_H
#define INSULATE_CONVERT_PLAN_CALLBACKS_H

#include "convert/facts/declarators.h"

/* Where pointer number I is declared, if its functions take the state (*OUT_FILE: NULL
 * if not); false behind the last. */
bool callback_place(const struct conversion *c, size_t i,
                    const struct source_file **out_file, uint32_t *out_offset);

struct call {
    const struct node *node;
    uint32_t group;
};

struct callbacks {
    uint32_t *parents; /* union-find over all groups */
    bool *is_leaky, *needs_state;
    size_t n_groups, groups_capacity;
    struct pointer *pointers;
    size_t n_pointers, pointers_capacity;
    struct call *calls;
    size_t n_calls, calls_capacity;
    uint32_t *of_function; /* by function id; 0: none */
};

/* The group that stands for all that GROUP was joined with. */
uint32_t root_of(const struct callbacks *g, uint32_t group);

/* Which functions are called through pointers of the module's own; one step
 * of the growing set of those that need the state; the edits. */
void plan_callbacks(struct conversion *c);
bool grow_callbacks(struct conversion *c);
bool calls_callback(const struct conversion *c, const struct function *function);

#endif
