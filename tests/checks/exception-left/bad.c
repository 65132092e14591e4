#include "../module.h"

static PyObject *
name(PyObject *self, PyObject *object)
{
    PyObject *found = PyObject_GetAttrString(object, "name");
    if (found == NULL) {
        Py_RETURN_NONE;  // want: exception-left
    }
    return found;
}

static PyObject *
module(PyObject *self, PyObject *unused)
{
    PyObject *warnings = PyImport_ImportModule("warnings");
    if (warnings != NULL) {
        return warnings;
    }
    return PyUnicode_FromString("no warnings");  // want: exception-left
}

/* A result that stands for a failure is replaced, and the exception stays. */
static PyObject *
number(PyObject *self, PyObject *object)
{
    long value = PyLong_AsLong(object);
    if (value == -1 && PyErr_Occurred()) {
        value = 0;
    }
    return PyLong_FromLong(value);  // want: exception-left
}

/* The same with a type that is not followed, and more behind it. */
static PyObject *
real(PyObject *self, PyObject *object)
{
    double value = PyFloat_AsDouble(object);
    if (value == -1.0 && PyErr_Occurred()) {
        value = 0.5;
    }
    PyObject *factor = PyFloat_FromDouble(value);
    if (factor == NULL) {
        return NULL;
    }
    if (factor == object) {
        return factor;  // want: exception-left
    }
    return factor;  // want: exception-left
}

/* In a loop. */
static PyObject *
count(PyObject *self, PyObject *tuple)
{
    Py_ssize_t n = 0;
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(tuple); i++) {
        long value = PyLong_AsLong(PyTuple_GET_ITEM(tuple, i));
        if (value == -1 && PyErr_Occurred()) {
            continue;
        }
        n++;
    }
    return PyLong_FromSsize_t(n);  // want: exception-left
}

PyMethodDef methods[] = {
    {"number", number, METH_O, NULL},
    {"real", real, METH_O, NULL},
    {"count", count, METH_O, NULL},
    {"name", name, METH_O, NULL},
    {"module", module, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};
