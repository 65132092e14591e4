/* The first module object that goes would shut the library down for all others. */
#include <Python.h>
#include "gauge.h"

static PyObject *error = NULL;

static void
end_library(void)
{
    gauge_shutdown();
}

static void
spam_free(void *module)
{
    end_library();
}

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
    PyModuleDef_HEAD_INIT, "spam", NULL, -1, methods, NULL, NULL, NULL, spam_free,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *m = PyModule_Create(&definition);
    if (m == NULL) {
        return NULL;
    }
    gauge_start();
    error = PyErr_NewException("spam.error", NULL, NULL);
    if (error == NULL) {
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
