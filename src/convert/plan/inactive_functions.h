#ifndef INSULATE_CONVERT_PLAN_INACTIVE_FUNCTIONS_H
#define INSULATE_CONVERT_PLAN_INACTIVE_FUNCTIONS_H

#include "convert/conversion.h"

struct inactive_function {
    const struct source_file *file;
    size_t name, open, brace, close; /* tokens: the name, ( { and } */
    const struct function *twin;     /* the definition that is compiled; or NULL */
    bool needs_state;
};

struct inactive_functions {
    struct inactive_function *items;
    size_t n_items, capacity;
};

/* Functions that are not compiled here; one step of the growing set of
 * those that need the state.  Does MENTION stand in one that has it? */
void plan_inactive_functions(struct conversion *c);
bool grow_inactive_functions(struct conversion *c);

/* Does MENTION stand in one that has the state? */
bool inactive_has_state(const struct conversion *c, const struct mention *mention);

/* The function whose body is around OFFSET of FILE, or NULL. */
const struct function *inactive_function_at(const struct conversion *c,
                                            const struct source_file *file,
                                            uint32_t offset);

/* Is token I of FILE a call of IDLE, which no other definition has the name of? */
bool is_inactive_call_of(const struct inactive_function *inactive,
                         const struct source_file *file, size_t i);

/* The one around token I of FILE, or NULL. */
struct inactive_function *inactive_around(const struct conversion *c,
                                          const struct source_file *file, size_t i);

#endif
