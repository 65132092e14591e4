/* Functions that give out what has to be given back: memory, locks, files, handles. */
#ifndef INSULATE_MODEL_RESOURCE_H
#define INSULATE_MODEL_RESOURCE_H

#include <stdbool.h>

struct resource {
    const char *maker;    /* the function */
    const char *releaser; /* what takes its result back */
    const char *what;     /* "memory", "a lock" */
    const char *zeroing;  /* of memory: the maker that gives zeros, called with a count
                             and a size; NULL: there is none */
    bool takes_size;      /* the releaser needs more than what the maker gave */
};

/* What the function MAKER gives out; NULL if nothing is known of it. */
const struct resource *resource_of(const char *maker);
/* The same of a function that makes it in the struct that its first argument points to. */
const struct resource *resource_made_in_place(const char *maker);
/* What the function NAME, which is handed a resource first, gives out in its place: realloc; NULL:
 * it is no such function. */
const struct resource *resource_resized_by(const char *name);
/* Does the function NAME take a resource back? */
bool resource_is_released_by(const char *name);

#endif
