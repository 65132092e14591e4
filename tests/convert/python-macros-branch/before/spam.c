#include "table.h"
#ifndef SPAM_OLD
#define PY_SSIZE_T_CLEAN
#endif
#include <Python.h>

static PyObject *
spam_count(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    count(1);
    return PyLong_FromLong(counts[1]);
}

static PyMethodDef spam_methods[] = {
    {"count", spam_count, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = -1,
    .m_methods = spam_methods,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModule_Create(&spam_module);
}
