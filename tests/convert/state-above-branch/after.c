/* What uses the state first stands in a branch: other builds need the state, too. */
#include <Python.h>

typedef struct {
    int extra;
    PyObject *empty;
} spam_state;

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

#ifndef NDEBUG
static PyObject *
spam_extra(PyObject *self, PyObject *unused)
{
    spam_state *state = get_spam_state(self);
    return PyLong_FromLong(state->extra++);
}
#endif

static PyObject *
spam_empty(PyObject *self, PyObject *callable)
{
    spam_state *state = get_spam_state(self);
    return PyObject_Call(callable, state->empty, NULL);
}

static PyMethodDef spam_methods[] = {
#ifndef NDEBUG
    {"extra", spam_extra, METH_NOARGS, NULL},
#endif
    {"empty", spam_empty, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->empty);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->empty);
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
    state->empty = PyTuple_New(0);
    if (state->empty == NULL) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
