/* Static PyTypeObjects of a compiled file: by debug information, by what the code
 * hands to the C API, and by their layout. */
#ifndef INSULATE_BINARY_TYPES_H
#define INSULATE_BINARY_TYPES_H

#include "binary/code_facts.h"

struct types {
    struct binary_type *items; /* by address */
    uint64_t *sizes;           /* bytes of each, all elements */
    size_t n, capacity;
};

void types_read(struct image *image, const struct code_facts *facts,
                struct types *out_types);
/* The type whose bytes hold ADDRESS, or NULL. */
const struct binary_type *types_at(const struct types *types, uint64_t address);

#endif
