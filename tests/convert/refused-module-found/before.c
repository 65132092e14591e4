#include <Python.h>

static PyObject *cache;

static PyObject *
spam_f(PyObject *self, PyObject *arg)
{
    Py_INCREF(arg);
    Py_XSETREF(cache, arg);
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    {"f", spam_f, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = -1, .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *m = PyState_FindModule(&spam_module);
    if (m != NULL) {
        Py_INCREF(m);
    }
    m = PyModule_Create(&spam_module);
    return m;
}
