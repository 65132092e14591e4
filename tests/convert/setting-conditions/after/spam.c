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

typedef struct {
    PyObject *error;
} spam_state;

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static PyObject *
spam_fail(PyObject *self, PyObject *args)
{
    spam_state *state = get_spam_state(self);
#ifdef HAVE_GIZMO
    PyErr_SetString(state->error, "gizmo");
#else
    PyErr_SetString(state->error, "no gizmo");
#endif
    return NULL;
}

static PyMethodDef methods[] = {
    {"fail", spam_fail, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->error);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->error);
    return 0;
}

static void
spam_free(void *module)
{
    (void)spam_clear((PyObject *)module);
}

static int spam_exec(PyObject *m);

static PyModuleDef_Slot spam_slots[] = {
    {Py_mod_exec, spam_exec},
#ifdef Py_MOD_PER_INTERPRETER_GIL_SUPPORTED
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, "spam", NULL, sizeof(spam_state), methods, spam_slots, spam_traverse, spam_clear, spam_free,
};

static int
spam_exec(PyObject *m)
{
    spam_state *state = get_spam_state(m);
    state->error = PyErr_NewException("spam.error", NULL, NULL);
    if (state->error == NULL) {
        return -1;
    }
#if TRACE
    printf("made\n");
#endif
#ifdef TALKATIVE
    printf("made, too\n");
#endif
#if LIBRARY_VERSION >= 2
    if (PyModule_AddIntConstant(m, "MODERN", 1) < 0) {
        return -1;
    }
#else
    if (PyModule_AddIntConstant(m, "OLD", 1) < 0) {
        return -1;
    }
#endif
#ifdef HAVE_GIZMO
    if (PyModule_AddObjectRef(m, "error", state->error) < 0) {
        return -1;
    }
#endif
    if (PyModule_AddIntConstant(m, "THREE", 3) < 0) {
        return -1;
    }
    if (PyModule_AddIntConstant(m, "FIVE", 5) < 0) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
