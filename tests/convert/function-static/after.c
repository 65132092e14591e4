#include <Python.h>

typedef struct {
    PyObject *kept;
    PyObject *spare;
    int n_calls;
    PyObject *spam_other_kept;
} spam_state;

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static PyObject *
first_or_new(spam_state *state)
{

    state->n_calls++;
    if (state->kept == NULL) {
        state->kept = PyLong_FromLong(state->n_calls);
    }
    if (state->spare == NULL) {
        state->spare = PyList_New(0);
    }
    Py_XINCREF(state->kept);
    return state->kept;
}

static PyObject *
spam_first(PyObject *self, PyObject *Py_UNUSED(args))
{
    spam_state *state = get_spam_state(self);
    return first_or_new(state);
}

static PyObject *
spam_other(PyObject *self, PyObject *args)
{
    spam_state *state = get_spam_state(self);
    (void)args;
    if (state->spam_other_kept == NULL)
        state->spam_other_kept = PyDict_New();
    Py_XINCREF(state->spam_other_kept);
    return state->spam_other_kept;
}

static PyMethodDef methods[] = {
    {"first", spam_first, METH_NOARGS, NULL},
    {"other", spam_other, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->kept);
    Py_VISIT(state->spare);
    Py_VISIT(state->spam_other_kept);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->kept);
    Py_CLEAR(state->spare);
    Py_CLEAR(state->spam_other_kept);
    return 0;
}

static void
spam_free(void *module)
{
    (void)spam_clear((PyObject *)module);
}

static int spam_exec(PyObject *module);

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
spam_exec(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    state->n_calls = 3;
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
