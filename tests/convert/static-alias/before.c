#include <Python.h>

static PyObject *spam_error, *spam_old_error, *spam_last;

static PyObject *
fail(PyObject *module, PyObject *unused)
{
    PyErr_SetString(spam_old_error, "fails");
    return NULL;
}

/* The reference that is taken is the caller's. */
static PyObject *
last(PyObject *module, PyObject *unused)
{
    spam_last = spam_error;
    Py_INCREF(spam_error);
    return spam_error;
}

static PyMethodDef spam_methods[] = {
    {"fail", fail, METH_NOARGS, NULL},
    {"last", last, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef spammodule = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = -1,
    .m_methods = spam_methods,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *m = PyModule_Create(&spammodule);
    if (m == NULL) {
        return NULL;
    }
    spam_error = PyErr_NewException("spam.Error", NULL, NULL);
    if (spam_error == NULL) {
        goto error;
    }
    /* Both references that are taken below are the dictionary's. */
    spam_old_error = spam_error;
    Py_INCREF(spam_error);
    if (PyModule_AddObject(m, "Error", spam_error) < 0) {
        Py_DECREF(spam_error);
        goto error;
    }
    Py_INCREF(spam_old_error);
    if (PyModule_AddObject(m, "OldError", spam_old_error) < 0) {
        Py_DECREF(spam_old_error);
        goto error;
    }
    return m;
error:
    Py_DECREF(m);
    return NULL;
}
