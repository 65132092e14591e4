#include <Python.h>

typedef struct {
    PyObject *pattern;
} spam_state;

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static PyObject *
spam_pattern(PyObject *self, PyObject *args)
{
    spam_state *state = get_spam_state(self);
    Py_INCREF(state->pattern);
    return state->pattern;
}

static PyMethodDef methods[] = {
    {"pattern", spam_pattern, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->pattern);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->pattern);
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
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = sizeof(spam_state),
    .m_methods = methods,
    .m_slots = spam_slots,
    .m_traverse = spam_traverse,
    .m_clear = spam_clear,
    .m_free = spam_free,
};

static int
spam_exec(PyObject *mod)
{
    spam_state *state = get_spam_state(mod);
    PyObject *module = NULL;

    module = PyImport_ImportModule("re");
    if (module == NULL) {
        goto fail;
    }
    state->pattern = PyObject_CallMethod(module, "compile", "s", "a+");
    Py_CLEAR(module);
    if (state->pattern == NULL) {
        goto fail;
    }
    module = mod;
    Py_INCREF(module);
    if (module == NULL) {
        return -1;
    }
    Py_DECREF(module);
    return 0;

fail:
    Py_XDECREF(module);
    return -1;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
