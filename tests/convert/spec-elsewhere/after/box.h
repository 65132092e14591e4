#ifndef BOX_H
#define BOX_H

#include <Python.h>
#include "spam_state.h"

#define DROP(x) { Py_XDECREF(x); (x) = NULL; }

PyObject *box_new(spam_state *state, PyObject *value);

#endif
