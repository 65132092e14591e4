#include <Python.h>

typedef struct {
    /* The variable that the creation sets in a condition is NULL later, if something fails. */
    PyObject *Error;
} spam_state;

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->Error);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->Error);
    return 0;
}

static void
spam_free(void *module)
{
    (void)spam_clear((PyObject *)module);
}

static int spam_exec(PyObject *mod);

static PyModuleDef_Slot spam_slots[] = {
    {Py_mod_exec, spam_exec},
#ifdef Py_MOD_PER_INTERPRETER_GIL_SUPPORTED
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = sizeof(spam_state),
    .m_slots = spam_slots,
    .m_traverse = spam_traverse,
    .m_clear = spam_clear,
    .m_free = spam_free,
};

static int
spam_exec(PyObject *mod)
{
    spam_state *state = get_spam_state(mod);
    PyObject *m, *dict;
    if ((Py_INCREF(mod), m = mod) == NULL
        || (dict = PyModule_GetDict(m)) == NULL) {
        return -1;
    }
    state->Error = PyErr_NewException("spam.Error", NULL, NULL);
    if (state->Error == NULL
        || PyDict_SetItemString(dict, "Error", state->Error) < 0
        || PyModule_AddIntConstant(m, "one", 1) < 0)
    {
        Py_DECREF(m);
        m = NULL;
    }
    if (m == NULL) {
        return -1;
    }
    Py_DECREF(m);
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
