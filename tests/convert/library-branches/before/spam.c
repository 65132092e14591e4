#include <Python.h>

#include "count.h"

static PyObject *
spam_count(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    return Py_BuildValue("ii", count_processors(), n_calls);
}

static PyMethodDef spam_methods[] = {
    {"count", spam_count, METH_NOARGS, NULL},
    {NULL}
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, "spam", NULL, -1, spam_methods,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModule_Create(&spam_module);
}
