#ifndef FLAG_H
#define FLAG_H

#include <Python.h>
#include "spam_state.h"

static inline PyObject *
flag_error(spam_state *state)
{
    PyErr_SetString(state->FlagError, "flag");
    return NULL;
}

#endif
