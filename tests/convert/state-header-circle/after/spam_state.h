/* The state of the module spam, and functions to get it. */
#ifndef SPAM_STATE_H
#define SPAM_STATE_H

#include <Python.h>

typedef struct spam_state spam_state;

#include "egg.h"

typedef enum {
    SHAPE_UNKNOWN,
    SHAPE_ROUND,
} egg_shape;

/* Older than C99. */
typedef int FLAG;

struct spam_state {
    PyObject *FlagError;
    PyObject *EggError;
    egg_shape usual_shape;
    FLAG was_set_up;
    EggLimits limits;
};

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

#endif
