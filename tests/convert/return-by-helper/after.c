/* A helper adds to the module and gives it back, or NULL. */
#include <Python.h>

typedef struct {
    PyObject *spam_error;
} spam_state;

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static PyObject *
fail(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    spam_state *state = get_spam_state(self);
    PyErr_SetString(state->spam_error, "no spam");
    return NULL;
}

static PyObject *
add_errors(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    state->spam_error = PyErr_NewException("spam.Error", NULL, NULL);
    if (state->spam_error == NULL
        || PyModule_AddObjectRef(module, "Error", state->spam_error) < 0) {
        return NULL;
    }
    return module;
}

static PyMethodDef methods[] = {
    {"fail", fail, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

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
    return add_errors(module) == NULL ? -1 : 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
