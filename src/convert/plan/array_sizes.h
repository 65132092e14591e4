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

/* Those that the state needs and PLACE in FILE does not know yet; FILE NULL: a header. */
struct array_sizes array_sizes_for(const struct conversion *c,
                                   const struct source_file *file, uint32_t place);

#endif
