#include <Python.h>

static struct PyModuleDef spam_module;

typedef struct {
    PyObject *error;
} spam_state;

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static PyObject *
spam_fail(PyObject *self, PyObject *args)
{
    spam_state *state = get_spam_state(self);
    PyErr_SetString(state->error, "failed");
    return NULL;
}

static PyMethodDef methods[] = {
    {"fail", spam_fail, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static int
add_things(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    state->error = PyErr_NewException("spam.error", NULL, NULL);
    if (state->error == NULL) {
        return -1;
    }
    Py_INCREF(state->error);
    return PyModule_AddObject(module, "error", state->error);
}

static int
setup(PyObject *m)
{
    PyObject *version;

    if (add_things(m) < 0)
        return -1;
    version = PyUnicode_FromString("1.0");
    if (version == NULL || PyModule_AddObject(m, "__version__", version) < 0) {
        Py_XDECREF(version);
        return -1;
    }
    return 0;
}

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->error);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->error);
    return 0;
}

static void
spam_free(void *module)
{
    (void)spam_clear((PyObject *)module);
}

static PyModuleDef_Slot spam_slots[] = {
    {Py_mod_exec, setup},
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
