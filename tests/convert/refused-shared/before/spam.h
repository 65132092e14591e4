#ifndef SPAM_H
#define SPAM_H

#include <Python.h>

extern PyObject *SpamError;

static inline void
complain(PyObject *arg)
{
    PyErr_SetObject(SpamError, arg);
}

#endif
