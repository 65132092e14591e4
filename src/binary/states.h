/* The variables of a compiled file that all its module objects share. */
#ifndef INSULATE_BINARY_STATES_H
#define INSULATE_BINARY_STATES_H

#include "binary/module.h"
#include "binary/types.h"

struct states {
    struct binary_state *items; /* by address */
    size_t n, capacity;
    const char *refusal; /* the words of the ImportError that a guard raises, where
                            the module is meant to be there once; else NULL */
};

/* Every variable that holds objects or mutable C data and is no static type, no
 * module definition, no table of the C API and no lock. */
void states_read(struct image *image, const struct code_facts *facts,
                 const struct types *types, const struct modules *modules,
                 struct states *out_states);

#endif
