#include <Python.h>

#include "vendor/spam.h"

static PyObject *last;

static PyObject *
remember(PyObject *self, PyObject *value)
{
    Py_INCREF(value);
    Py_XSETREF(last, value);
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    {"remember", remember, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = -1, .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModule_Create(&definition);
}
