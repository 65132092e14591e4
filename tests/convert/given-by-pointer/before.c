/* PyModule_AddObject takes the reference of what a pointer leads to, of a local that shares it with
 * the struct of the module, and of what a helper made at the place that it was handed: the module
 * state keeps one of its own.  Where the author took one already, nothing is added. */
#include <Python.h>
#include <string.h>

static PyObject *SpamError;
static PyObject *OtherError;

static struct {
    PyObject *first;
    PyObject *second;
    PyObject *third;
} errors;

static int
add_error(PyObject *m, PyObject **slot, const char *name)
{
    *slot = PyErr_NewException(name, NULL, NULL);
    if (*slot == NULL) {
        return -1;
    }
    return PyModule_AddObject(m, strchr(name, '.') + 1, *slot);
}

static int
add_counted(PyObject *m)
{
    PyObject **slot = &OtherError;
    *slot = PyErr_NewException("spam.Other", NULL, NULL);
    if (*slot == NULL) {
        return -1;
    }
    Py_INCREF(*slot);
    if (PyModule_AddObject(m, "Other", *slot) < 0) {
        Py_DECREF(*slot);
        return -1;
    }
    return 0;
}

static PyObject *
fail(PyObject *self, PyObject *number)
{
    PyObject *const kinds[] = {SpamError, OtherError, errors.first, errors.second, errors.third};
    long i = PyLong_AsLong(number);
    if (i < 0 || i >= (long)Py_ARRAY_LENGTH(kinds)) {
        return PyErr_Occurred() ? NULL : PyLong_FromLong(i);
    }
    PyErr_SetObject(kinds[i], number);
    return NULL;
}

static PyMethodDef methods[] = {
    {"fail", fail, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = -1,
    .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject **slot = &errors.first, *local, *other;
    PyObject *m = PyModule_Create(&spam_module);
    if (m == NULL) {
        return NULL;
    }
    *slot = PyErr_NewException("spam.First", NULL, NULL);
    if (*slot == NULL || PyModule_AddObject(m, "First", *slot) < 0) {
        goto error;
    }
    local = errors.second = PyErr_NewException("spam.Second", NULL, NULL);
    if (local == NULL || PyModule_AddObject(m, "Second", local) < 0) {
        goto error;
    }
    errors.third = PyErr_NewException("spam.Third", NULL, NULL);
    other = errors.third;
    if (other == NULL || PyModule_AddObject(m, "Third", other) < 0) {
        goto error;
    }
    if (add_error(m, &SpamError, "spam.Error") < 0 || add_counted(m) < 0) {
        goto error;
    }
    return m;
error:
    Py_DECREF(m);
    return NULL;
}
