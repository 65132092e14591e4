#include "spam.h"

/* The same lines of a table declare and define what the module keeps. */
#define ERROR(name, base) PyObject *name##Error;
#include "errors.h"
#undef ERROR

PyObject *
spam_fail(PyObject *self, PyObject *number)
{
    PyErr_SetObject(PyLong_Check(number) ? FormatError : ClosedError, number);
    return NULL;
}
