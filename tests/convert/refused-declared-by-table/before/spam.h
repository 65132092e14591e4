#ifndef SPAM_H
#define SPAM_H
#include <Python.h>

#define ERROR(name, base) extern PyObject *name##Error;
#include "errors.h"
#undef ERROR

PyObject *spam_fail(PyObject *self, PyObject *number);

#endif
