#include <Python.h>

typedef struct {
    PyObject *name;
    int code;
} entry;

typedef struct {
    entry entries[2];
} spam_state;

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static PyObject *
spam_name(PyObject *self, PyObject *arg)
{
    spam_state *state = get_spam_state(self);
    entry *first = &state->entries[0];

    if (first->name == NULL) {
        state->entries[0].name = PyObject_Repr(arg);
        state->entries[1].code += first->code;
    }
    Py_XINCREF(state->entries[0].name);
    return state->entries[0].name;
}

static PyMethodDef methods[] = {
    {"name", spam_name, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    for (size_t i = 0; i < Py_ARRAY_LENGTH(state->entries); i++) {
        Py_VISIT(state->entries[i].name);
    }
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    for (size_t i = 0; i < Py_ARRAY_LENGTH(state->entries); i++) {
        Py_CLEAR(state->entries[i].name);
    }
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
    PyModuleDef_HEAD_INIT,
    "spam",
    NULL,
    sizeof(spam_state),
    methods,
    spam_slots,
    spam_traverse,
    spam_clear,
    spam_free
};

static int
spam_exec(PyObject *m)
{
    spam_state *state = get_spam_state(m);
    state->entries[0].code = 1;
    state->entries[1].code = 2;
    if (PyModule_AddIntConstant(m, "SIZE", (long)sizeof(state->entries)) < 0) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
