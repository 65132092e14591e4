#include <Python.h>

static PyObject *spam_error;

static PyObject *
spam_raise(PyObject *self, PyObject *args)
{
    PyErr_SetString(spam_error, "spam");
    return NULL;
}

static PyMethodDef spam_methods[] = {
    {"fail", spam_raise, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, "spam", NULL, -1, spam_methods,
};

/* No variable holds the module, and each release is of something else. */
PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *name = PyUnicode_FromString("kind");
    if (name == NULL) {
        return NULL;
    }
    spam_error = PyErr_NewException("spam.error", NULL, NULL);
    if (spam_error == NULL) {
        Py_DECREF(name);
        return NULL;
    }
    if (PyObject_SetAttr(spam_error, name, name) < 0) {
        Py_DECREF(name);
        return NULL;
    }
    Py_DECREF(name);
    return PyModule_Create(&spam_module);
}
