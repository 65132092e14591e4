#include <Python.h>

static PyObject *cache;

static PyObject *
spam_f(PyObject *self, PyObject *arg)
{
    Py_INCREF(arg);
    Py_XSETREF(cache, arg);
    Py_RETURN_NONE;
}

extern struct PyModuleDef other_module;

static PyObject *
spam_other(PyObject *self, PyObject *arg)
{
    PyObject *other = PyState_FindModule(&other_module);
    return other != NULL ? PyObject_GetAttr(other, arg) : NULL;
}

static PyMethodDef methods[] = {
    {"f", spam_f, METH_O, NULL},
    {"other", spam_other, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = -1, .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModule_Create(&spam_module);
}
