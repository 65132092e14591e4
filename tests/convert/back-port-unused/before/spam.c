/* A header's functions: one that has a name of CPython's and is not called stays as it is; the
 * array of another one has a length that only the header knows. */
#include <Python.h>
#include "compat.h"

static PyObject *
nothing(PyObject *self, PyObject *unused)
{
    PyObject *found = own_empty(1);
    Py_XINCREF(found);
    return found;
}

static PyMethodDef methods[] = {
    {"nothing", nothing, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, "spam", NULL, -1, methods,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModule_Create(&spam_module);
}
