#ifndef EGG_H
#define EGG_H

#include <Python.h>
#include "spam_state.h"

static PyObject *
egg_fail(spam_state *state, PyObject *arg)
{
    PyErr_SetObject(state->egg_error, arg);
    return NULL;
}

#endif
