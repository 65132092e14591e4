#include <Python.h>

static PyObject *spam_error;

static PyObject *
spam_fail(PyObject *Py_UNUSED(module), PyObject *Py_UNUSED(ignored))
{
    PyErr_SetString(spam_error, "failed");
    return NULL;
}

static PyMethodDef spam_methods[] = {
    {"fail", spam_fail, METH_NOARGS, "Fail."},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, "spam", "Fails.", -1, spam_methods,
};

static const char *const names[] = {"math", "spam_optional", "cmath"};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *m = PyModule_Create(&spam_module);
    if (m == NULL) {
        return NULL;
    }
    spam_error = PyErr_NewException("spam.Error", NULL, NULL);
    if (spam_error == NULL) {
        Py_DECREF(m);
        return NULL;
    }
    Py_INCREF(spam_error);
    if (PyModule_AddObject(m, "Error", spam_error) < 0) {
        Py_DECREF(spam_error);
        Py_DECREF(m);
        return NULL;
    }
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        PyObject *found = PyImport_ImportModule(names[i]);
        if (found == NULL) {
            PyErr_Clear(); /* of what an earlier turn did not ask for, too */
            continue;
        }
        PyModule_AddObject(m, names[i], found);
    }
    return m;
}
