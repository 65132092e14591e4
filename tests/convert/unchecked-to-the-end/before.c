#include <Python.h>

static PyObject *spam_error;

/* Its additions are not asked for, nor is what it returns. */
static void
add_numbers(PyObject *module)
{
    PyModule_AddIntConstant(module, "ONE", 1);
    PyModule_AddIntConstant(module, "TWO", 2);
}

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

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *m = PyModule_Create(&spam_module);
    PyObject *optional, *names;
    if (m == NULL) {
        return NULL;
    }
    optional = PyImport_ImportModule("spam_optional");
    if (optional == NULL) {
        PyErr_Clear();
    }
    spam_error = PyErr_NewException("spam.Error", NULL, NULL);
    if (spam_error == NULL) {
        goto fail;
    }
    Py_INCREF(spam_error);
    PyModule_AddObject(m, "Error", spam_error);
    names = PyList_New(0);
    if (names == NULL) {
        goto fail;
    }
    PyModule_AddObject(m, "names", names);
    add_numbers(m);
    PyModule_AddStringConstant(m, "version", "1");
    Py_XDECREF(optional);
    return m;
fail:
    Py_XDECREF(optional);
    Py_DECREF(m);
    return NULL;
}
