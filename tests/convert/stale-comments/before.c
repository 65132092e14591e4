/* Comments above branches that go: they go with them, move with what they say, or stay
 * with code that follows. */
#include <Python.h>

static PyObject *SpamError;

static PyObject *
fail(PyObject *self, PyObject *arg)
{
    PyErr_SetObject(SpamError, arg);
    return NULL;
}

static PyMethodDef methods[] = {
    {"fail", fail, METH_O, NULL},
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
    /* Threads of Python 2 have to be prepared. */
#if PY_MAJOR_VERSION < 3
    PyEval_InitThreads();
#endif

    /* The exception, which Python 2 wants to be registered first. */
#if PY_MAJOR_VERSION < 3
    register_exceptions();
#endif
    SpamError = PyErr_NewException("spam.Error", NULL, NULL);
    if (SpamError == NULL) {
        Py_DECREF(m);
        return NULL;
    }
    /* Nothing is shared between threads
     * but the exception, which never changes. */
#ifdef Py_GIL_DISABLED
    PyUnstable_Module_SetGIL(m, Py_MOD_GIL_NOT_USED);
#endif
    return m;
}
