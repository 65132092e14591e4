#pragma once
#include <Python.h>
#include "spam_state.h"

namespace spam {

inline constexpr int limits[] = {1, 10};

inline PyObject *
fail(spam_state *state, const char *message)
{
    PyErr_SetString(state->error, message);
    return nullptr;
}

PyObject *check(PyObject *module, PyObject *number);

}
