#ifndef INSULATE_CONVERT_PLAN_LAZY_TYPES_H
#define INSULATE_CONVERT_PLAN_LAZY_TYPES_H

#include "convert/conversion.h"

/* A statement that makes a type ready, and goes. */
struct lazy_ready {
    const struct source_file *file;
    struct range range;
};

/* Before the first one. */
void lazy_types_begin(struct conversion *c);

/* CALL makes TYPE ready in a function that also runs after initialisation: exec makes the
 * type instead. */
void plan_lazy_ready(struct conversion *c, const struct variable *type,
                     const struct node *call);

/* Statement number I (from 0) that goes, or NULL behind the last. */
const struct lazy_ready *lazy_ready_at(const struct conversion *c, size_t i);
/* Does OFFSET of FILE stand in one? */
bool is_in_lazy_ready(const struct conversion *c, const struct source_file *file,
                      uint32_t offset);

#endif
