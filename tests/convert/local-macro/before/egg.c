#include "spam.h"

PyObject *
spam_fail(PyObject *self, PyObject *arg)
{
    long number = PyLong_AsLong(arg);
    if (number == -1 && PyErr_Occurred()) {
        return NULL;
    }
    return spam_error((int)number);
}
