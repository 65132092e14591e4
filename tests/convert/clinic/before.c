/* Argument Clinic's pair of functions. */
#include <Python.h>

static PyObject *SpamError;

static PyObject *spam_fail_impl(PyObject *module, PyObject *value);

static PyObject *
spam_fail(PyObject *module, PyObject *value)
{
    return spam_fail_impl(module, value);
}

static PyObject *
spam_fail_impl(PyObject *module, PyObject *value)
{
    PyErr_SetObject(SpamError, value);
    return NULL;
}

/* Nothing calls this one. */
PyObject *
unused(PyObject *value)
{
    PyErr_SetObject(SpamError, value);
    return NULL;
}

static PyMethodDef methods[] = {
    {"fail", spam_fail, METH_O, NULL},
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
        return NULL;
    }
    SpamError = PyErr_NewException("spam.Error", NULL, NULL);
    if (SpamError == NULL) {
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
