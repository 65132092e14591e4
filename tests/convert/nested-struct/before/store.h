#ifndef STORE_H
#define STORE_H

#include <Python.h>

PyObject *store(PyObject *self, PyObject *value);

#endif
