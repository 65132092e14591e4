#include <Python.h>

static PyObject *spam_error;

static PyMethodDef spam_methods[] = {
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, "spam", NULL, -1, spam_methods,
};

/* What fails may keep what it made: it is lost once. */
static int
add_pair(PyObject *module)
{
    PyObject *one = PyUnicode_FromString("one");
    PyObject *pair = PyTuple_New(2);
    if (one == NULL || pair == NULL) {
        return -1;
    }
    Py_INCREF(pair);
    if (PyModule_AddObject(module, "pair", pair) < 0) {
        return -1;
    }
    Py_DECREF(one);
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *module = PyModule_Create(&spam_module);
    if (module == NULL || add_pair(module) < 0) {
        return NULL;
    }
    spam_error = PyErr_NewException("spam.error", NULL, NULL);
    if (PyModule_AddObjectRef(module, "error", spam_error) < 0) {
        return NULL;
    }
    PyObject *version = PyUnicode_FromString("1.0");
    if (version == NULL) {
        return NULL;
    }
    /* It takes its text where it succeeds, and leaves the one above. */
    if (PyModule_AddObject(module, "version", PyUnicode_FromString("1.0")) < 0) {
        Py_XDECREF(version);
        return NULL;
    }
    return module;
}
