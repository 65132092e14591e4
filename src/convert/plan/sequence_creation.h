#ifndef INSULATE_CONVERT_PLAN_SEQUENCE_CREATION_H
#define INSULATE_CONVERT_PLAN_SEQUENCE_CREATION_H

#include "convert/conversion.h"

/* A call that fills a struct sequence, and is to make it instead. */
struct sequence_creation {
    const struct variable *type;
    const struct node *call, *description;
    const struct node *test; /* for its failure: `call < 0`; or NULL */
    bool is_statement;       /* of the exec function, which then asks for its failure */
};

struct sequence_creations {
    const struct sequence_creation *items;
    size_t n_items, capacity;
};

void plan_sequences(struct conversion *c);

#endif
