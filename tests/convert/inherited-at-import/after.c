#include <Python.h>

static PyMethodDef spam_methods[] = {
    {NULL, NULL, 0, NULL},
};

typedef struct {
    PyObject *spam_error;
} spam_state;

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->spam_error);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->spam_error);
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
    PyModuleDef_HEAD_INIT, "spam", NULL, sizeof(spam_state), spam_methods,
    .m_slots = spam_slots,
    .m_traverse = spam_traverse,
    .m_clear = spam_clear,
    .m_free = spam_free,
};

/* What fails may keep what it made: it is lost once. */
static int
add_pair(PyObject *module)
{
    PyObject *one = PyUnicode_FromString("one");
    PyObject *pair = PyTuple_New(2);
    if (one == NULL || pair == NULL) {
        return -1;
    }
    Py_INCREF(pair);
    if (PyModule_AddObject(module, "pair", pair) < 0) {
        return -1;
    }
    Py_DECREF(one);
    return 0;
}

static int
spam_exec(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    if (add_pair(module) < 0) {
        return -1;
    }
    state->spam_error = PyErr_NewException("spam.error", NULL, NULL);
    if (PyModule_AddObjectRef(module, "error", state->spam_error) < 0) {
        return -1;
    }
    PyObject *version = PyUnicode_FromString("1.0");
    if (version == NULL) {
        return -1;
    }
    /* It takes its text where it succeeds, and leaves the one above. */
    if (PyModule_AddObject(module, "version", PyUnicode_FromString("1.0")) < 0) {
        Py_XDECREF(version);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
