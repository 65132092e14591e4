/* Calls that the interpreter makes with a pointer, and at its exit. */
#include <Python.h>

static PyObject *SpamError;

static PyObject *
fail(PyObject *self, PyObject *arg)
{
    PyErr_SetObject(SpamError, arg);
    return NULL;
}

static int
later(void *data)
{
    PyErr_SetString(SpamError, data);
    return -1;
}

static void
at_exit(void)
{
    Py_CLEAR(SpamError);
}

static PyObject *
postpone(PyObject *self, PyObject *Py_UNUSED(args))
{
    if (Py_AtExit(at_exit) < 0 || Py_AddPendingCall(later, "late") < 0) {
        return NULL;
    }
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    {"fail", fail, METH_O, NULL},
    {"postpone", postpone, METH_NOARGS, NULL},
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
