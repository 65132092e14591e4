#include <Python.h>

static PyObject *error;

static PyObject *
spam_fail(PyObject *self, PyObject *arg)
{
    PyErr_SetObject(error, arg);
    return NULL;
}

static PyMethodDef spam_methods[] = {
    {"fail", spam_fail, METH_O, NULL},
    {NULL}
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, "spam", NULL, -1, spam_methods,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    error = PyErr_NewException("spam.error", NULL, NULL);
    if (error == NULL) {
        return NULL;
    }
    PyObject *m = PyModule_Create(&spam_module);
    if (m == NULL) {
        return NULL;
    }
    Py_INCREF(error);
    PyModule_AddObject(m, "error", error);

    PyModule_AddIntConstant(m, "ONE", 1);
    PyModule_AddIntConstant(m, "TWO", 2);
    PyModule_AddIntConstant(m, "THREE", 3);
    return m;
}
