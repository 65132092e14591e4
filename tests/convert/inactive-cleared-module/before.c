/* Another build gives the module up with Py_CLEAR. */
#include <Python.h>

static PyObject *SpamError;

static PyObject *
spam_error(PyObject *self, PyObject *unused)
{
    Py_INCREF(SpamError);
    return SpamError;
}

static PyMethodDef spam_methods[] = {
    {"error", spam_error, METH_NOARGS, NULL},
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
#ifdef WITH_VERSION
    if (PyModule_AddStringConstant(m, "version", "1") < 0) {
        Py_CLEAR(m);
        return NULL;
    }
#endif
    SpamError = PyErr_NewException("spam.Error", NULL, NULL);
    if (SpamError == NULL || PyModule_AddObjectRef(m, "Error", SpamError) < 0) {
        Py_CLEAR(SpamError);
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
