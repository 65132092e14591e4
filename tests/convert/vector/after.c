#include <Python.h>

static const char *const names[] = {"spam.EmptyError", "spam.FullError"};

typedef struct {
    /* Made from `names`. */
    PyObject **errors;
    size_t n_errors;
} spam_state;

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static PyObject *
fail(PyObject *module, PyObject *number)
{
    size_t i = PyLong_AsSize_t(number);
    if (i < sizeof names / sizeof names[0]) {
        spam_state *state = get_spam_state(module);
        PyErr_SetString(state->errors[i], "failed");
    }
    return NULL;
}

static PyMethodDef spam_methods[] = {
    {"fail", fail, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    for (size_t i = 0; state->errors != NULL && i < state->n_errors; i++) {
        Py_VISIT(state->errors[i]);
    }
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    for (size_t i = 0; state->errors != NULL && i < state->n_errors; i++) {
        Py_CLEAR(state->errors[i]);
    }
    return 0;
}

static void
spam_free(void *module)
{
    spam_state *state = get_spam_state((PyObject *)module);
    (void)spam_clear((PyObject *)module);
    PyMem_Free(state->errors);
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
    .m_name = "spam",
    .m_size = sizeof(spam_state),
    .m_methods = spam_methods,
    .m_slots = spam_slots,
    .m_traverse = spam_traverse,
    .m_clear = spam_clear,
    .m_free = spam_free,
};

static int
init_errors(PyObject *m)
{
    spam_state *state = get_spam_state(m);
    size_t count = sizeof names / sizeof names[0];

    state->n_errors = count;
    state->errors = PyMem_Calloc(count, sizeof(PyObject *));
    if (state->errors == NULL) {
        PyErr_NoMemory();
        return -1;
    }
    for (size_t i = 0; i < count; i++) {
        PyObject *error = PyErr_NewException(names[i], NULL, NULL);
        if (error == NULL) {
            return -1;
        }
        state->errors[i] = error;
        if (PyObject_SetAttrString(m, strchr(names[i], '.') + 1, error) < 0) {
            return -1;
        }
    }
    return 0;
}

static int
spam_exec(PyObject *m)
{
    if (init_errors(m) < 0) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
