#include <Python.h>

#define G(state, name) (state)->spam_##name

typedef struct {
    PyObject *spam_codec;
    PyObject *spam_mapping;
} spam_state;

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static PyObject *
lookup(PyObject *module, PyObject *key)
{
    spam_state *state = get_spam_state(module);
    PyObject *value = PyObject_GetItem(G(state, mapping), key);
    if (value == NULL && PyErr_ExceptionMatches(PyExc_KeyError)) {
        PyErr_Clear();
        value = Py_NewRef(G(state, codec));
    }
    return value;
}

static PyMethodDef spam_methods[] = {
    {"lookup", lookup, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->spam_codec);
    Py_VISIT(state->spam_mapping);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->spam_codec);
    Py_CLEAR(state->spam_mapping);
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
    if ((G(state, mapping) = PyDict_New()) == NULL) {
        goto error;
    }
    if ((G(state, codec) = PyUnicode_FromString("utf-8")) == NULL) {
        goto error;
    }
    return 0;
error:
    Py_CLEAR(G(state, mapping));
    Py_CLEAR(G(state, codec));
    return -1;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spammodule);
}
