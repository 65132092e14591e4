#ifndef COMMON_H
#define COMMON_H

#include <Python.h>
#include "spam_state.h"

static int n_steps;         /* of each file */

static inline int
step(void)
{
    return ++n_steps;
}

static inline PyObject *
get_separator(spam_state *state)
{
    if (state->separator == NULL) {
        state->separator = PyUnicode_FromString(", ");
    }
    return state->separator;
}

PyObject *egg_join(spam_state *state, PyObject *list);

#endif
