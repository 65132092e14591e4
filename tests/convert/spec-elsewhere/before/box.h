#ifndef BOX_H
#define BOX_H

#include <Python.h>

#define DROP(x) { Py_XDECREF(x); (x) = NULL; }

PyObject *box_new(PyObject *value);

#endif
