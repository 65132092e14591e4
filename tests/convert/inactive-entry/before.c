/* A function of the module whose entry in the table is not compiled here. */
#include <Python.h>

static PyObject *SpamError;

static PyObject *
fail(PyObject *self, PyObject *arg)
{
    PyErr_SetObject(SpamError, arg);
    return NULL;
}

static PyObject *
fail_twice(PyObject *self, PyObject *arg)
{
    PyErr_SetObject(SpamError, arg);
    return fail(self, arg);
}

static PyMethodDef methods[] = {
    {"fail", fail, METH_O, NULL},
#ifdef WITH_COMPATIBILITY
    {"fail_twice", fail_twice, METH_O, NULL},
#endif
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = -1, .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *m = PyModule_Create(&spam_module);
    if (m == NULL) {
        return NULL;
    }
    SpamError = PyErr_NewException("spam.Error", NULL, NULL);
    if (SpamError == NULL) {
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
