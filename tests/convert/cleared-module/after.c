/* The module is given up, and the variable returned: NULL. */
#include <Python.h>

static const char *const names[] = {"red", "green"};

typedef struct {
    PyObject *SpamError;
    PyObject *colours[2];
} spam_state;

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static PyObject *
spam_colours(PyObject *self, PyObject *unused)
{
    spam_state *state = get_spam_state(self);
    return PyTuple_Pack(2, state->colours[0], state->colours[1]);
}

static PyMethodDef spam_methods[] = {
    {"colours", spam_colours, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->SpamError);
    for (size_t i = 0; i < Py_ARRAY_LENGTH(state->colours); i++) {
        Py_VISIT(state->colours[i]);
    }
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->SpamError);
    for (size_t i = 0; i < Py_ARRAY_LENGTH(state->colours); i++) {
        Py_CLEAR(state->colours[i]);
    }
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
spam_exec(PyObject *mod)
{
    spam_state *state = get_spam_state(mod);
    PyObject *m = mod, *dict;
    Py_INCREF(m);
    int i, status = -1;
    for (i = 0; i < 2; i++) {
        state->colours[i] = PyUnicode_FromString(names[i]);
        if (state->colours[i] == NULL) {
            goto done;
        }
    }
    dict = PyModule_GetDict(m);
    state->SpamError = PyErr_NewException("spam.Error", NULL, NULL);
    if (state->SpamError == NULL
        || PyDict_SetItemString(dict, "Error", state->SpamError) < 0) {
        goto done;
    }
    status = 0;
done:
    if (status < 0) {
        Py_CLEAR(state->SpamError);
        Py_CLEAR(m);
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
