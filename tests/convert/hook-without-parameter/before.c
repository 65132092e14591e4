/* An m_free without parameters gets the module all the same. */
#include <Python.h>

static PyObject *error = NULL;
static int n_closed;

static void close_all();

static PyObject *
fail(PyObject *self, PyObject *args)
{
    PyErr_SetString(error, "always");
    return NULL;
}

static PyMethodDef methods[] = {
    {"fail", fail, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "spam", NULL, -1, methods, NULL, NULL, NULL, (freefunc)close_all,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *m = PyModule_Create(&definition);
    if (m == NULL) {
        return NULL;
    }
    error = PyErr_NewException("spam.error", NULL, NULL);
    if (error == NULL) {
        Py_DECREF(m);
        return NULL;
    }
    return m;
}

static void
close_all(void)
{
    n_closed++;
}
