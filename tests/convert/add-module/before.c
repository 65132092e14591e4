/* Registered with PyState_AddModule, more functions with PyModule_AddFunctions. */
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
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = -1,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *m = PyModule_Create(&spam_module);
    if (m == NULL) {
        return NULL;
    }
    if (PyState_AddModule(m, &spam_module) < 0) {
        Py_DECREF(m);
        return NULL;
    }
    if (PyModule_AddFunctions(m, methods) < 0) {
        Py_DECREF(m);
        return NULL;
    }
    SpamError = PyErr_NewException("spam.Error", NULL, NULL);
    if (SpamError == NULL) {
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
