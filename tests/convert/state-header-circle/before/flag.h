#ifndef FLAG_H
#define FLAG_H

#include <Python.h>

extern PyObject *FlagError;

static inline PyObject *
flag_error(void)
{
    PyErr_SetString(FlagError, "flag");
    return NULL;
}

/* Older than C99. */
typedef int FLAG;

#endif
