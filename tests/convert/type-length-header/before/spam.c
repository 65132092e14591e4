#include <Python.h>

#include "count.h"

static PyObject *
spam_add(PyObject *self, PyObject *arg)
{
    return PyLong_FromLong(count_add((int)PyLong_AsLong(arg)));
}

static PyObject *
spam_of(PyObject *self, PyObject *arg)
{
    return PyLong_FromLong(count_of((int)PyLong_AsLong(arg)));
}

static PyMethodDef methods[] = {
    {"add", spam_add, METH_O, NULL},
    {"of", spam_of, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = -1,
    .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModule_Create(&spam_module);
}
