/* An array of objects that grows, with its length beside it. */
#include <Python.h>

typedef struct {
    /* Objects that were registered. */
    PyObject **hooks;
    Py_ssize_t n_hooks;
} spam_state;

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static PyObject *
spam_add(PyObject *self, PyObject *hook)
{
    spam_state *state = get_spam_state(self);
    PyObject **grown = PyMem_Realloc(
        state->hooks, (state->n_hooks + 1) * sizeof(PyObject *));
    if (grown == NULL) {
        return PyErr_NoMemory();
    }
    state->hooks = grown;
    Py_INCREF(hook);
    state->hooks[state->n_hooks++] = hook;
    Py_RETURN_NONE;
}

static PyObject *
spam_call(PyObject *self, PyObject *Py_UNUSED(args))
{
    spam_state *state = get_spam_state(self);
    for (Py_ssize_t i = 0; i < state->n_hooks; i++) {
        PyObject *result = PyObject_CallFunctionObjArgs(state->hooks[i], NULL);
        if (result == NULL) {
            return NULL;
        }
        Py_DECREF(result);
    }
    Py_RETURN_NONE;
}

static PyObject *
spam_drop(PyObject *self, PyObject *Py_UNUSED(args))
{
    spam_state *state = get_spam_state(self);
    if (state->hooks != NULL && state->n_hooks > 0) {
        PyObject *last = state->hooks[--state->n_hooks];
        state->hooks[state->n_hooks] = NULL;
        return last;
    }
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    {"add", spam_add, METH_O, NULL},
    {"drop", spam_drop, METH_NOARGS, NULL},
    {"call", spam_call, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    for (Py_ssize_t i = 0; i < state->n_hooks; i++) {
        Py_VISIT(state->hooks[i]);
    }
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    while (state->n_hooks > 0) {
        state->n_hooks--;
        Py_CLEAR(state->hooks[state->n_hooks]);
    }
    return 0;
}

static void
spam_free(void *module)
{
    spam_state *state = get_spam_state((PyObject *)module);
    (void)spam_clear((PyObject *)module);
    PyMem_Free(state->hooks);
}

static PyModuleDef_Slot spam_slots[] = {
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

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
