#ifndef INSULATE_CONVERT_PLAN_SURPLUS_REFERENCES_H
#define INSULATE_CONVERT_PLAN_SURPLUS_REFERENCES_H

#include "convert/conversion.h"
#include "model/extent.h"

/* A call that takes a reference which nothing gives up. */
struct surplus_reference {
    const struct node *call;
    bool is_statement;        /* it goes; else its argument remains */
    bool is_branch;           /* is_statement: nothing else stands in a branch */
    bool is_cast;             /* the argument is a PyObject * by a cast */
    struct brackets brackets; /* of the argument; is_statement: none */
};

struct surplus_references {
    const struct surplus_reference *items;
    size_t n_items, capacity;
};

/* Which references were for static types only: of a heap type, each would be a leak. */
void plan_surplus_references(struct conversion *c);

#endif
