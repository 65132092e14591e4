#ifndef INSULATE_CONVERT_PLAN_ARRAY_SIZES_H
#define INSULATE_CONVERT_PLAN_ARRAY_SIZES_H

#include "convert/conversion.h"

/* Lines that define what the length of an array is, and go with it. */
struct size_definitions {
    const struct source_file *file;
    uint32_t begin, end;
};

struct array_sizes {
    const struct size_definitions *items;
    size_t n_items, capacity;
};

/* Where the state is written, if not in a header. */
struct state_place {
    const struct source_file *file; /* NULL: a header */
    uint32_t offset;
};

/* Those that the fields of the state need and PLACE does not know yet. */
struct array_sizes array_sizes_of_fields(const struct conversion *c,
                                         const struct state_place *place);

/* The same for what moves from [BEGIN, END) of FILE to the state. */
void add_array_sizes(const struct conversion *c, struct array_sizes *sizes,
                     const struct source_file *file, uint32_t begin, uint32_t end,
                     const struct state_place *place);

#endif
