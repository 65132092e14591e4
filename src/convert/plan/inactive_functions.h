#ifndef INSULATE_CONVERT_PLAN_INACTIVE_FUNCTIONS_H
#define INSULATE_CONVERT_PLAN_INACTIVE_FUNCTIONS_H

#include "convert/conversion.h"
#include "convert/facts/inactive/code.h"
#include "convert/facts/mentions.h"

struct inactive_function {
    struct inactive_definition text;
    const char *name;
    const struct function *twin; /* the definition that is compiled; or NULL */
    bool needs_state;
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

/* Set WORD to the next call, or other declaration, of INACTIVE behind it, and OUT to its
 * brackets; there is none of one that has the name of another definition. */
bool next_inactive_call(const struct inactive_function *inactive, struct word *word,
                        struct brackets *out);

/* Number I (from 0), or NULL behind the last; the one whose body is around OFFSET, or
 * NULL. */
const struct inactive_function *inactive_function_number(const struct conversion *c,
                                                         size_t i);
const struct inactive_function *inactive_around(const struct conversion *c,
                                                const struct source_file *file,
                                                uint32_t offset);

#endif
