/* Names that the interpreter keeps, and a switch that is set once. */
#include <Python.h>

static int is_ready;
static PyObject *SpamError;

static PyObject *
fail(PyObject *self, PyObject *arg)
{
    PyErr_SetObject(SpamError, arg);
    return NULL;
}

static PyObject *
ready(PyObject *self, PyObject *Py_UNUSED(args))
{
    return PyLong_FromLong(is_ready);
}

static PyMethodDef methods[] = {
    {"fail", fail, METH_O, NULL},
    {"ready", ready, METH_NOARGS, NULL},
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
    is_ready = 1;
    return m;
}
