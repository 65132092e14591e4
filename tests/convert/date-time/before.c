/* The datetime C API, and a table that is computed once: both stay. */
#include <Python.h>
#include <datetime.h>

static unsigned char reversed[16];
static PyObject *SpamError;

static PyObject *
fail(PyObject *self, PyObject *arg)
{
    PyErr_SetObject(SpamError, arg);
    return NULL;
}

static PyObject *
is_date(PyObject *self, PyObject *arg)
{
    if (!PyDate_Check(arg)) {
        PyErr_SetObject(SpamError, arg);
        return NULL;
    }
    return PyLong_FromLong(reversed[PyDateTime_GET_DAY(arg) % 16]);
}

static PyMethodDef methods[] = {
    {"fail", fail, METH_O, NULL},
    {"is_date", is_date, METH_O, NULL},
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
    PyDateTime_IMPORT;
    if (PyDateTimeAPI == NULL) {
        Py_DECREF(m);
        return NULL;
    }
    for (int i = 0; i < 16; i++) {
        reversed[i] = (unsigned char)(15 - i);
    }
    SpamError = PyErr_NewException("spam.Error", NULL, NULL);
    if (SpamError == NULL) {
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
