#ifndef SPAM_H
#define SPAM_H

#include <Python.h>
#include "spam_state.h"

static inline void
complain(spam_state *state, PyObject *arg)
{
    PyErr_SetObject(state->SpamError, arg);
}

#endif
