#ifndef INSULATE_CONVERT_PLAN_ANNOTATIONS_H
#define INSULATE_CONVERT_PLAN_ANNOTATIONS_H

#include "convert/conversion.h"

/* An entry of the getset table of a base that a type repeats. */
struct repeated_entry {
    const struct variable *type;
    const struct source_file *file;
    uint32_t begin, end;
    const struct node *list; /* its own table, which gets it; NULL: one is made, so called: */
    const char *made;
};

struct annotations {
    const struct repeated_entry *items;
    size_t n_items, capacity;
};

/* Which types repeat `__annotations__` of a base. */
void plan_annotations(struct conversion *c);

/* What TYPE repeats, or NULL. */
const struct repeated_entry *repeated_entry_of(const struct conversion *c,
                                               const struct variable *type);

#endif
