#include <Python.h>

static PyObject *SpamError;

static PyTypeObject spam_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.spam",
    .tp_basicsize = sizeof(PyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

static PyMethodDef methods[] = {
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    "spam",
    NULL,
    0,
    methods,
    NULL,
    NULL,
    NULL
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    if (PyType_Ready(&spam_Type) < 0) {
        return NULL;
    }
    PyObject *m = PyModule_Create(&spam_module);
    if (m == NULL) {
        return NULL;
    }
    Py_INCREF(&spam_Type);
    if (PyModule_AddObject(m, "spam", (PyObject *)&spam_Type) < 0) {
        Py_DECREF(&spam_Type);
        Py_DECREF(m);
        return NULL;
    }
    SpamError = PyErr_NewException("spam.error", NULL, NULL);
    Py_XINCREF(SpamError);
    if (PyModule_AddObject(m, "error", SpamError) < 0) {
        Py_CLEAR(SpamError);
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
