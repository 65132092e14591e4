#include <Python.h>

typedef struct {
    PyObject *error;
} spam_state;

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static PyObject *
spam_fail(PyObject *self, PyObject *arg)
{
    spam_state *state = get_spam_state(self);
    PyErr_SetObject(state->error, arg);
    return NULL;
}

static PyMethodDef spam_methods[] = {
    {"fail", spam_fail, METH_O, NULL},
    {NULL}
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
    PyModuleDef_HEAD_INIT, "spam", NULL, sizeof(spam_state), spam_methods,
    .m_slots = spam_slots,
    .m_traverse = spam_traverse,
    .m_clear = spam_clear,
    .m_free = spam_free,
};

static int
spam_exec(PyObject *m)
{
    spam_state *state = get_spam_state(m);
    state->error = PyErr_NewException("spam.error", NULL, NULL);
    if (state->error == NULL) {
        return -1;
    }
    Py_INCREF(state->error);
    PyModule_AddObject(m, "error", state->error);

    PyModule_AddIntConstant(m, "ONE", 1);
    PyModule_AddIntConstant(m, "TWO", 2);
    PyModule_AddIntConstant(m, "THREE", 3);
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
