/* The method of a heap type that was a static type without a tp_new of its own. */
#ifndef INSULATE_TESTS_REDUCE_EX_H
#define INSULATE_TESTS_REDUCE_EX_H

#include <Python.h>
#include <string.h>

/* copyreg takes any heap type for a class made in Python, so that the protocols 0 and 1
 * would take it; the static type refused them. */
static PyObject *
reduce_ex(PyObject *self, PyObject *protocol)
{
    long number = PyLong_AsLong(protocol);
    if (number == -1 && PyErr_Occurred()) {
        return NULL;
    }
    if (number < 2) {
        const char *name = Py_TYPE(self)->tp_name;
        const char *dot = strrchr(name, '.');
        return PyErr_Format(PyExc_TypeError, "cannot pickle '%s' object",
                            dot != NULL ? dot + 1 : name);
    }
    return PyObject_CallMethod((PyObject *)&PyBaseObject_Type, "__reduce_ex__", "OO",
                               self, protocol);
}

static PyMethodDef reducing_methods[] = {
    {"__reduce_ex__", reduce_ex, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

#endif
