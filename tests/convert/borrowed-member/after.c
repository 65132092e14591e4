#include <Python.h>

struct counter_record {
    int n_calls;
};

struct known {
    PyObject *len, *none;
};

typedef struct {
    struct counter_record counter;
    struct known known;
} spam_state;

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static PyObject *
spam_len(PyObject *self, PyObject *arg)
{
    spam_state *state = get_spam_state(self);
    state->counter.n_calls++;
    if (arg == state->known.none)
        return PyLong_FromLong(state->counter.n_calls);
    return PyObject_CallFunctionObjArgs(state->known.len, arg, NULL);
}

static PyMethodDef methods[] = {
    {"len", spam_len, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->known.len);
    Py_VISIT(state->known.none);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->known.len);
    Py_CLEAR(state->known.none);
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
    state->known.none = Py_None;
    Py_XINCREF(state->known.none);
    state->known.len = PyDict_GetItemString(PyEval_GetBuiltins(), "len");
    Py_XINCREF(state->known.len);
    if (state->known.len == NULL) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
