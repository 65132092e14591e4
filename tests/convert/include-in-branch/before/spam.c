/* The only #include of the header stands in a branch that not all builds take. */
#include <Python.h>
#include "edits.h"

static PyObject *
count(PyObject *self, PyObject *arg)
{
    size_t n = PyLong_AsSize_t(arg);
    if (n == (size_t)-1 && PyErr_Occurred()) {
        return NULL;
    }
    return PyLong_FromSize_t(edits_count(n));
}

static PyMethodDef spam_methods[] = {
    {"count", count, METH_O, NULL},
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
