#ifndef SPAM_H
#define SPAM_H

#include <Python.h>

PyObject *spam_error(int number);
PyObject *spam_fail(PyObject *self, PyObject *arg);

#endif
