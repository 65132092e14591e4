/* Objects that a module makes when it first needs them, and keeps from then on:
 * `if (state->x == NULL) { state->x = make(); … }`. */
#ifndef INSULATE_CONVERT_FACTS_LAZY_OBJECTS_H
#define INSULATE_CONVERT_FACTS_LAZY_OBJECTS_H

#include "convert/facts/shared_places.h"

/* The assignment NODE, behind a test for NULL, gives the place a reference of its own. */
struct lazy_store {
    const struct node *node;
    const struct node *test; /* the use of the place right behind it, in an `if` that leaves if
                                the call failed; NULL: none */
};

struct lazy_object {
    const struct lazy_store *stores;
    size_t n_stores, stores_capacity;
    /* Uses that can run while another thread stores the object: not behind such a test. */
    const struct node *const *reads;
    size_t n_reads, reads_capacity;
};

/* Is PLACE only ever given its first object by the functions that threads run?  What macros of
 * the project do to it atomically, in builds without the GIL, is right already. */
bool lazy_object_read(const struct conversion *c, const struct shared_place *place,
                      struct lazy_object *out);

#endif
