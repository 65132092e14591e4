#ifndef SPAM_H
#define SPAM_H

#include <Python.h>
#include "spam_state.h"

PyObject *spam_error(spam_state *state, int number);
PyObject *spam_fail(PyObject *self, PyObject *arg);

#endif
