/* The last module object shuts the library down. */
#include <Python.h>
#include "gauge.h"

static PyObject *error = NULL;
static int n_users;

static void
end_library(void)
{
    if (--n_users == 0) {
        gauge_shutdown();
    }
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
    if (n_users++ == 0) {
        gauge_start();
    }
    error = PyErr_NewException("spam.error", NULL, NULL);
    if (error == NULL) {
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
