#include <Python.h>

typedef struct {
    PyObject *names[2];
} spam_state;

static inline spam_state *get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static PyObject *kind(PyObject *m, PyObject *o)
{
    spam_state *state = get_spam_state(m);
    PyObject *k = state->names[PyLong_Check(o) ? 0 : 1];
    Py_INCREF(k);
    return k;
}
static PyObject *other_kind(PyObject *m, PyObject *o)
{
    spam_state *state = get_spam_state(m);
    int i = PyLong_Check(o) ? 0 : 1;
    PyObject *k = state->names[i];
    Py_INCREF(k);
    return k;
}
static PyMethodDef ms[] = { {"kind", kind, METH_O}, {"other_kind", other_kind, METH_O}, {0} };
static int spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    for (size_t i = 0; i < Py_ARRAY_LENGTH(state->names); i++) {
        Py_VISIT(state->names[i]);
    }
    return 0;
}

static int spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    for (size_t i = 0; i < Py_ARRAY_LENGTH(state->names); i++) {
        Py_CLEAR(state->names[i]);
    }
    return 0;
}

static void spam_free(void *module)
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

static PyModuleDef def = {
    PyModuleDef_HEAD_INIT, "spam", NULL, sizeof(spam_state), ms,
    .m_slots = spam_slots,
    .m_traverse = spam_traverse,
    .m_clear = spam_clear,
    .m_free = spam_free,
};
static int spam_exec(PyObject *m)
{
    spam_state *state = get_spam_state(m);
    state->names[0] = PyUnicode_FromString("a");
    state->names[1] = PyUnicode_FromString("b");
    if (!state->names[0] || !state->names[1]) { return -1; }
    return 0;
}

PyMODINIT_FUNC PyInit_spam(void)
{
    return PyModuleDef_Init(&def);
}
