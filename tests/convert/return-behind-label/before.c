/* All ways of the import end behind one label, where the module is NULL if it failed. */
#include <Python.h>

static PyObject *spam_error;

static PyObject *
fail(PyObject *Py_UNUSED(self), PyObject *Py_UNUSED(ignored))
{
    PyErr_SetString(spam_error, "no spam");
    return NULL;
}

static PyMethodDef methods[] = {
    {"fail", fail, METH_NOARGS, NULL},
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
        goto error;
    }
    spam_error = PyErr_NewException("spam.Error", NULL, NULL);
    if (spam_error == NULL) {
        goto error;
    }
    Py_INCREF(spam_error);
    if (PyModule_AddObject(m, "Error", spam_error) != 0) {
        Py_DECREF(spam_error);
        goto error;
    }
    goto out;

error:
    Py_XDECREF(spam_error);
    Py_XDECREF(m);
    spam_error = NULL;
    m = NULL;

out:
    return m;
}
