/* Of another project: what older Pythons lack. */
#ifndef COMPAT_H
#define COMPAT_H

#undef Py_CHARMASK
#define N_MASKS 4

static inline int
Py_CHARMASK(int byte)
{
    static PyObject *masks[N_MASKS + 1] = {NULL};
    if (masks[N_MASKS] == NULL) {
        masks[N_MASKS] = PyList_New(0);
    }
    return byte & 0xff;
}

#include "spam_state.h"

static inline PyObject *
own_empty(spam_state *state, int i)
{
    if (state->empty[i] == NULL) {
        state->empty[i] = PyTuple_New(0);
    }
    return state->empty[i];
}

#endif
