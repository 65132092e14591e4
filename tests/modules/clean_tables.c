/* What may be static: constants, pointers to the interpreter's objects, a table that is
 * computed once to the same values, the API of datetime. */
#include "module.h"

#include <datetime.h>

static unsigned squares[64];
static PyObject **const exceptions[] = {&PyExc_ValueError, &PyExc_TypeError};
static PyObject *value_error;

static PyObject *
square(PyObject *module, PyObject *argument)
{
    (void)module;
    long i = PyLong_AsLong(argument);
    if (i < 0 || i >= 64) {
        if (!PyErr_Occurred()) {
            PyErr_SetString(*exceptions[0], "0 to 63");
        }
        return NULL;
    }
    return PyLong_FromUnsignedLong(squares[i]);
}

static PyObject *
day(PyObject *module, PyObject *unused)
{
    (void)module;
    (void)unused;
    return PyDate_FromDate(2000, 1, 1);
}

static PyMethodDef methods[] = {
    {"square", square, METH_O, NULL},
    {"day", day, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static int
execute(PyObject *module)
{
    (void)module;
    PyDateTime_IMPORT;
    if (PyDateTimeAPI == NULL) {
        return -1;
    }
    for (unsigned i = 0; i < 64; i++) {
        squares[i] = i * i;
    }
    value_error = PyExc_ValueError;
    return 0;
}

MODULE(clean_tables, execute, methods, SHARED_GIL)
