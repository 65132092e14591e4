#include <Python.h>

#include "gauge.h"

static PyObject *spam_error;

/* What the process has done with the library. */
static int is_ready;
static int has_log;

/* What this module has done with what the library gave out. */
static int is_read;
static struct gauge *gauge;

/* Beside calls of the library, but no matter of it. */
static int n_calls;
static int was_used;

static PyObject *
spam_start(PyObject *self, PyObject *args)
{
    int version;
    if (gauge_init(&version) != 0) {
        PyErr_SetString(spam_error, "no gauges");
        return NULL;
    }
    is_ready = 1;
    n_calls += 1;
    return PyLong_FromLong(version);
}

static PyObject *
spam_stop(PyObject *self, PyObject *args)
{
    gauge_exit();
    is_ready = 0;
    was_used = 1;
    Py_RETURN_NONE;
}

static PyObject *
spam_read(PyObject *self, PyObject *args)
{
    if (!is_ready) {
        PyErr_SetString(spam_error, "not started");
        return NULL;
    }
    if (!has_log) {
        has_log = 1;
        gauge_log_init("spam.log");
    }
    gauge = gauge_open();
    int value = gauge_read(gauge);
    is_read = 1;
    return Py_BuildValue("iiii", value, is_read, n_calls, was_used);
}

static PyObject *
spam_close(PyObject *self, PyObject *args)
{
    if (is_read) {
        gauge_close(gauge);
        is_read = 0;
    }
    Py_RETURN_NONE;
}

static PyMethodDef spam_methods[] = {
    {"start", spam_start, METH_NOARGS, NULL},
    {"stop", spam_stop, METH_NOARGS, NULL},
    {"read", spam_read, METH_NOARGS, NULL},
    {"close", spam_close, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, "spam", NULL, -1, spam_methods,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *module = PyModule_Create(&spam_module);
    if (module == NULL) {
        return NULL;
    }
    spam_error = PyErr_NewException("spam.error", NULL, NULL);
    if (PyModule_AddObjectRef(module, "error", spam_error) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
