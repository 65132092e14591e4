/* A module of two C files; one has the module, the other a class and its state. */
#include "insulate.h"

#define SHARED_FIELDS(X)                                                               \
    X(TYPE, Part_type)                                                                 \
    X(OBJECT, word)
INSULATE_STATE_SHARED(shared, SHARED_FIELDS)

#define PART_FIELDS(X) X(OBJECT, value)
INSULATE_INSTANCE_SHARED(Part, shared, PART_FIELDS)

int shared_add_part(PyObject *module, shared_state *state);
