#pragma once
#include <Python.h>

namespace spam {

inline PyObject *error = nullptr;
inline int is_strict = 0;
inline constexpr int limits[] = {1, 10};

inline PyObject *
fail(const char *message)
{
    PyErr_SetString(error, message);
    return nullptr;
}

PyObject *check(PyObject *module, PyObject *number);

}
