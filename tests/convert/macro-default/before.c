/* A macro with a default of its own, which the headers of other systems define otherwise, as no
 * automatically generated test would show. */
#include <Python.h>

static PyObject *error;

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "macro_default", NULL, -1, NULL,
};

PyMODINIT_FUNC
PyInit_macro_default(void)
{
    PyObject *m = PyModule_Create(&definition);
    if (m == NULL) {
        return NULL;
    }
    error = PyErr_NewException("macro_default.error", NULL, NULL);
    if (error == NULL) {
        Py_DECREF(m);
        return NULL;
    }
#ifndef SYSTEM_LIMIT
#define SYSTEM_LIMIT 10
#endif
    if (PyModule_AddIntMacro(m, SYSTEM_LIMIT) < 0) {
        Py_DECREF(m);
        return NULL;
    }
#ifdef SYSTEM_LIMIT
    if (PyModule_AddIntConstant(m, "has_limit", 1) < 0) {
        Py_DECREF(m);
        return NULL;
    }
#endif
    return m;
}
