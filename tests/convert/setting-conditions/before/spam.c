/* Conditions on what a header or the developer sets stay, with all of their branches; those
 * that follow from the version of Python go. */
#include <Python.h>
#include <stdio.h>

#include "config.h"

#define TRACE 0
#if 0
#define TALKATIVE
#endif
#if PY_MAJOR_VERSION >= 3
#define IS_PY3K
#endif
#define AT_LEAST_3_5 (PY_VERSION_HEX >= 0x03050000)

static PyObject *error;

static PyObject *
spam_fail(PyObject *self, PyObject *args)
{
#ifdef HAVE_GIZMO
    PyErr_SetString(error, "gizmo");
#else
    PyErr_SetString(error, "no gizmo");
#endif
    return NULL;
}

static PyMethodDef methods[] = {
    {"fail", spam_fail, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, "spam", NULL, -1, methods, NULL, NULL, NULL, NULL,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *m = PyModule_Create(&spam_module);
    if (m == NULL) {
        return NULL;
    }
    error = PyErr_NewException("spam.error", NULL, NULL);
    if (error == NULL) {
        Py_DECREF(m);
        return NULL;
    }
#if TRACE
    printf("made\n");
#endif
#ifdef TALKATIVE
    printf("made, too\n");
#endif
#if LIBRARY_VERSION >= 2
    if (PyModule_AddIntConstant(m, "MODERN", 1) < 0) {
        Py_DECREF(m);
        return NULL;
    }
#else
    if (PyModule_AddIntConstant(m, "OLD", 1) < 0) {
        Py_DECREF(m);
        return NULL;
    }
#endif
#ifdef HAVE_GIZMO
    if (PyModule_AddObjectRef(m, "error", error) < 0) {
        Py_DECREF(m);
        return NULL;
    }
#endif
#ifdef IS_PY3K
    if (PyModule_AddIntConstant(m, "THREE", 3) < 0) {
        Py_DECREF(m);
        return NULL;
    }
#else
    PyModule_AddIntConstant(m, "TWO", 2);
#endif
#if AT_LEAST_3_5
    if (PyModule_AddIntConstant(m, "FIVE", 5) < 0) {
        Py_DECREF(m);
        return NULL;
    }
#endif
    return m;
}
