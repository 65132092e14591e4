/* A macro with a default of its own, which the headers of other systems define otherwise, as no
 * automatically generated test would show. */
#include <Python.h>

typedef struct {
    PyObject *error;
} macro_default_state;

static inline macro_default_state *
get_macro_default_state(PyObject *module)
{
    return (macro_default_state *)PyModule_GetState(module);
}

static int
macro_default_traverse(PyObject *module, visitproc visit, void *arg)
{
    macro_default_state *state = get_macro_default_state(module);
    Py_VISIT(state->error);
    return 0;
}

static int
macro_default_clear(PyObject *module)
{
    macro_default_state *state = get_macro_default_state(module);
    Py_CLEAR(state->error);
    return 0;
}

static void
macro_default_free(void *module)
{
    (void)macro_default_clear((PyObject *)module);
}

static int macro_default_exec(PyObject *m);

static PyModuleDef_Slot macro_default_slots[] = {
    {Py_mod_exec, macro_default_exec},
#ifdef Py_MOD_PER_INTERPRETER_GIL_SUPPORTED
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "macro_default", NULL, sizeof(macro_default_state), NULL,
    .m_slots = macro_default_slots,
    .m_traverse = macro_default_traverse,
    .m_clear = macro_default_clear,
    .m_free = macro_default_free,
};

static int
macro_default_exec(PyObject *m)
{
    macro_default_state *state = get_macro_default_state(m);
    state->error = PyErr_NewException("macro_default.error", NULL, NULL);
    if (state->error == NULL) {
        return -1;
    }
#ifndef SYSTEM_LIMIT
#define SYSTEM_LIMIT 10
#endif
    if (PyModule_AddIntMacro(m, SYSTEM_LIMIT) < 0) {
        return -1;
    }
#ifdef SYSTEM_LIMIT
    if (PyModule_AddIntConstant(m, "has_limit", 1) < 0) {
        return -1;
    }
#endif
    return 0;
}

PyMODINIT_FUNC
PyInit_macro_default(void)
{
    return PyModuleDef_Init(&definition);
}
