/* An import may fail, and its exception is cleared behind the constants: one question behind them
 * would end the import of this module, so that each is asked by itself. */
#include <Python.h>

typedef struct {
    PyObject *spam_tools;
} spam_state;

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static void
forget(spam_state *state)
{
    if (state->spam_tools == NULL) {
        PyErr_Clear();
    }
}

static PyObject *
spam_has_tools(PyObject *self, PyObject *args)
{
    spam_state *state = get_spam_state(self);
    (void)self; (void)args;
    return PyBool_FromLong(state->spam_tools != NULL);
}

static PyMethodDef spam_methods[] = {
    {"has_tools", spam_has_tools, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->spam_tools);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->spam_tools);
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
    PyModuleDef_HEAD_INIT, "spam", NULL, sizeof(spam_state), spam_methods, spam_slots, spam_traverse, spam_clear, spam_free,
};

static int
spam_exec(PyObject *m)
{
    spam_state *state = get_spam_state(m);
    state->spam_tools = PyImport_ImportModule("spam_tools");
    if (PyModule_AddIntConstant(m, "ONE", 1) < 0) {
        return -1;
    }
    if (PyModule_AddIntConstant(m, "TWO", 2) < 0) {
        return -1;
    }
    if (PyModule_AddIntConstant(m, "THREE", 3) < 0) {
        return -1;
    }
    forget(state);
    PyModule_AddIntConstant(m, "FOUR", 4);
    PyModule_AddIntConstant(m, "FIVE", 5);
    PyModule_AddIntConstant(m, "SIX", 6);
    if (PyErr_Occurred()) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
