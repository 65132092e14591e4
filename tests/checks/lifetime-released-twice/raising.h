// Exceptions of C++ end a path, in the function itself and in what it calls.
#ifndef RAISING_H
#define RAISING_H

#include <Python.h>

#include <stdexcept>

class failure : public std::exception {
public:
    failure() : reason(new int(0)) {}
    const int *reason;
};

[[noreturn]] static void
fail()
{
    throw failure();
}

static PyObject *
raised(PyObject *self, PyObject *key)
{
    PyObject *name = PyUnicode_FromString("name");
    if (name == nullptr) {
        throw failure();
    }
    if (PyObject_SetItem(self, key, name) < 0) {
        Py_DECREF(name);
        throw failure();
    }
    Py_DECREF(name);
    Py_RETURN_NONE;
}

static PyObject *
raised_by_helper(PyObject *self, PyObject *key)
{
    PyObject *name = PyUnicode_FromString("name");
    if (name == nullptr) {
        fail();
    }
    if (PyObject_SetItem(self, key, name) < 0) {
        Py_DECREF(name);
        fail();
    }
    Py_DECREF(name);
    Py_RETURN_NONE;
}

#endif
