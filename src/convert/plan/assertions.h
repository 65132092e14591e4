#ifndef INSULATE_CONVERT_PLAN_ASSERTIONS_H
#define INSULATE_CONVERT_PLAN_ASSERTIONS_H

#include "convert/conversion.h"

/* A statement that goes. */
struct assertion {
    const struct source_file *file;
    uint32_t begin, end;
};

/* Before the first question. */
void assertions_begin(struct conversion *c);

/* The assertion number I (from 0) that goes, or NULL behind the last. */
const struct assertion *assertion_that_goes(const struct conversion *c, size_t i);

/* Is OFFSET of FILE in an assertion that counts for nothing when it is asked who needs the
 * state? */
bool is_left_out(const struct conversion *c, const struct source_file *file,
                 uint32_t offset);

/* Does a function use what moves in an assertion? */
bool has_assertions(const struct conversion *c);

/* Functions that need the state for assertions only, and may run when it is gone, need it
 * no more.  Those that were left out go where their function does not get the state. */
void plan_assertions(struct conversion *c);

/* Does [BEGIN, END) of FILE stand in such an assertion, which goes? */
bool is_in_assertion(const struct conversion *c, const struct source_file *file,
                     uint32_t begin, uint32_t end);

#endif
