#ifndef INSULATE_CONVERT_PLAN_VECTORS_H
#define INSULATE_CONVERT_PLAN_VECTORS_H

#include "convert/conversion.h"
#include "convert/plan/variables.h"

/* The only value but NULL that VARIABLE is ever given, or NULL.  Does
 * VARIABLE point to an array of objects, allocated in one place or growing? */
const struct node *only_value(const struct variable *variable);
bool is_vector(const struct conversion *c, const struct variable *variable);
bool has_vectors(const struct conversion *c);

/* What CALL allocates if it can be had with zeros in it, too; or NULL. */
const struct resource *vector_allocator(const struct node *call);

/* How many elements CALL allocates room for: the one of two factors that is no sizeof;
 * NULL: not written so. */
const struct node *vector_count(const struct node *call);

/* The call that allocates VARIABLE, if it is such an array. */
const struct node *vector_allocation(const struct variable *variable);

/* Such an allocation, as the state is to know of it. */
struct allocated_vector {
    const struct variable_plan *vector;
    const struct node *call, *count, *size; /* the two factors; size: the sizeof */
    const struct node *statement;           /* in front of it the length is kept */
};

struct allocated_vectors {
    const struct allocated_vector *items;
    size_t n_items, capacity;
};

void plan_vectors(struct conversion *c);

#endif
