#include <Python.h>

#include "map.h"

static PyObject *Error;

static PyObject *
spam_call(PyObject *module, PyObject *arg)
{
    long i = PyLong_AsLong(arg);
    (void)module;
    if (i < 0) {
        PyErr_SetString(Error, "negative");
        return NULL;
    }
    return PyLong_FromLong(map_call((int)i) + map_count());
}

static PyMethodDef spam_methods[] = {
    {"call", spam_call, METH_O, NULL},
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
    PyObject *m = PyModule_Create(&spam_module);
    if (m == NULL) {
        return NULL;
    }
    Error = PyErr_NewException("spam.Error", NULL, NULL);
    Py_XINCREF(Error);
    if (PyModule_AddObject(m, "Error", Error) < 0) {
        Py_XDECREF(Error);
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
