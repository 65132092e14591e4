#include <Python.h>

typedef struct {
    PyObject *spam_error;
    PyObject *spam_old_error;
    PyObject *spam_last;
} spam_state;

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static PyObject *
fail(PyObject *module, PyObject *unused)
{
    spam_state *state = get_spam_state(module);
    PyErr_SetString(state->spam_old_error, "fails");
    return NULL;
}

/* The reference that is taken is the caller's. */
static PyObject *
last(PyObject *module, PyObject *unused)
{
    spam_state *state = get_spam_state(module);
    Py_XINCREF(state->spam_error);
    Py_XSETREF(state->spam_last, state->spam_error);
    Py_INCREF(state->spam_error);
    return state->spam_error;
}

static PyMethodDef spam_methods[] = {
    {"fail", fail, METH_NOARGS, NULL},
    {"last", last, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->spam_error);
    Py_VISIT(state->spam_old_error);
    Py_VISIT(state->spam_last);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->spam_error);
    Py_CLEAR(state->spam_old_error);
    Py_CLEAR(state->spam_last);
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

static struct PyModuleDef spammodule = {
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
spam_exec(PyObject *m)
{
    spam_state *state = get_spam_state(m);
    state->spam_error = PyErr_NewException("spam.Error", NULL, NULL);
    if (state->spam_error == NULL) {
        goto error;
    }
    /* Both references that are taken below are the dictionary's. */
    state->spam_old_error = state->spam_error;
    Py_XINCREF(state->spam_old_error);
    Py_INCREF(state->spam_error);
    if (PyModule_AddObject(m, "Error", state->spam_error) < 0) {
        Py_DECREF(state->spam_error);
        goto error;
    }
    Py_INCREF(state->spam_old_error);
    if (PyModule_AddObject(m, "OldError", state->spam_old_error) < 0) {
        Py_DECREF(state->spam_old_error);
        goto error;
    }
    return 0;
error:
    return -1;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spammodule);
}
