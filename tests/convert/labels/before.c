/* Labels that are named as statics are. */
#include <Python.h>

static PyObject *error;
static int count;

static PyObject *
spam_check(PyObject *self, PyObject *arg)
{
    long n = PyLong_AsLong(arg);
    if (n == -1 && PyErr_Occurred()) {
        goto error;
    }
    switch (n) {
    case 0:
    count:
        count++;
        break;
    case 1:
        goto count;
    default:
        PyErr_SetString(error, n > 9 ? "high" : "low");
        goto error;
    }
    return PyLong_FromLong(count);
error:
    return NULL;
}

static PyMethodDef methods[] = {
    {"check", spam_check, METH_O, NULL},
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
    error = PyErr_NewException("spam.Error", NULL, NULL);
    if (error == NULL) {
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
