/* Functions of a branch that is not compiled here: they get the state as others do. */
#include <Python.h>

typedef struct {
    PyObject *SpamError;
} spam_state;

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static int
fail(spam_state *state, const char *text)
{
    PyErr_SetString(state->SpamError, text);
    return -1;
}

#ifdef SPAM_OTHER_SYSTEM
static int
ask_other(spam_state *state, const char *name, int *value)
{
    if (*name == '\0') {
        return fail(state, "no name");
    }
    *value = 2;
    return 0;
}

static int
query(spam_state *state, const char *name, int *value)
{
    return ask_other(state, name, value) == 0 ? 0 : fail(state, "not there");
}
#else
static int
query(spam_state *state, const char *name, int *value)
{
    if (*name != 'x') {
        return fail(state, "not x");
    }
    *value = 1;
    return 0;
}
#endif

static PyObject *
spam_query(PyObject *self, PyObject *name)
{
    spam_state *state = get_spam_state(self);
    int value;
    const char *text = PyUnicode_AsUTF8(name);
    if (text == NULL || query(state, text, &value) < 0) {
        return NULL;
    }
#ifdef SPAM_OTHER_SYSTEM
    if (value == 1 && ask_other(state, text, &value) < 0) {
        PyErr_Clear();
        PyErr_SetNone(state->SpamError);
        return NULL;
    }
#endif
    return PyLong_FromLong(value);
}

static PyMethodDef methods[] = {
    {"query", spam_query, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->SpamError);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->SpamError);
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
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = sizeof(spam_state),
    .m_methods = methods,
    .m_slots = spam_slots,
    .m_traverse = spam_traverse,
    .m_clear = spam_clear,
    .m_free = spam_free,
};

static int
spam_exec(PyObject *m)
{
    spam_state *state = get_spam_state(m);
    state->SpamError = PyErr_NewException("spam.Error", NULL, NULL);
    if (state->SpamError == NULL) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
