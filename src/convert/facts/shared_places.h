/* What threads share of a module: fields of its state and of instances, static variables,
 * each with all code that uses it. */
#ifndef INSULATE_CONVERT_FACTS_SHARED_PLACES_H
#define INSULATE_CONVERT_FACTS_SHARED_PLACES_H

#include "convert/facts/thread_functions.h"

enum place_kind {
    PLACE_STATE,    /* a field of the module state */
    PLACE_INSTANCE, /* a field of the struct of instances */
    PLACE_STATIC,   /* a variable */
};

struct shared_access {
    const struct node *node;
    /* What gives the struct, a pointer; NULL: a static variable, or it is not seen. */
    const struct node *object;
    bool is_written; /* or memory behind it can be */
    bool is_kept;    /* of an object: the node is a local that borrows it */
};

struct shared_place {
    enum place_kind kind;
    const struct record *record;     /* of a field */
    const struct field *field;
    const struct variable *variable; /* of PLACE_STATIC */
    const char *name;
    const struct type *type;
    const struct shared_access *accesses; /* by code that threads run */
    size_t n_accesses, capacity;
    bool is_changed; /* one of them writes it, and not of an instance that is made there */
    const struct node *escape; /* where its memory becomes known elsewhere; NULL: nowhere */
};

struct shared_places {
    struct shared_place *items;
    size_t n_items, capacity;
};

struct shared_places shared_places_read(const struct conversion *c,
                                        const struct thread_functions *functions);

/* Is the access NODE to the instance OBJECT part of taking that apart? */
bool access_is_of_teardown(const struct thread_functions *functions,
                           const struct node *node, const struct node *object);

#endif
