#ifndef EGG_H
#define EGG_H

#include <Python.h>

static PyObject *egg_error = NULL;

static PyObject *
egg_fail(PyObject *arg)
{
    PyErr_SetObject(egg_error, arg);
    return NULL;
}

#endif
