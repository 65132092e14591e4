#ifndef INSULATE_CONVERT_PLAN_PICKLING_H
#define INSULATE_CONVERT_PLAN_PICKLING_H

#include "convert/conversion.h"

/* The method by which types refuse. */
#define REDUCE_METHOD "__reduce_ex__"

/* A type whose instances the old protocols must not pickle, or as before may not. */
struct refusing_type {
    const struct variable *type;
    const struct variable *table; /* its methods; NULL: it has none, and gets the made one */
    bool makes_table;             /* the made one stands in front of this type's slots */
    bool extends_table;           /* the table gets the method for all types that share it */
};

/* Where a file first names the function. */
struct refusal_place {
    const struct source_file *file;
    uint32_t offset;
};

struct pickling {
    const char *function, *made_table; /* what they are called */
    const struct refusing_type *items;
    size_t n_items, capacity;
    const struct refusal_place *places;
    size_t n_places;
};

/* Which types refuse the pickling protocols 0 and 1. */
void plan_pickling(struct conversion *c);

/* TYPE as one of them, or NULL. */
const struct refusing_type *refusing_type_of(const struct conversion *c,
                                             const struct variable *type);

#endif
