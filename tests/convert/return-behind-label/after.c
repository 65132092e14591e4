/* All ways of the import end behind one label, where the module is NULL if it failed. */
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
    PyObject *m = mod;
    Py_INCREF(m);
    state->spam_error = PyErr_NewException("spam.Error", NULL, NULL);
    if (state->spam_error == NULL) {
        goto error;
    }
    Py_INCREF(state->spam_error);
    if (PyModule_AddObject(m, "Error", state->spam_error) != 0) {
        Py_DECREF(state->spam_error);
        goto error;
    }
    goto out;

error:
    Py_XDECREF(state->spam_error);
    Py_XDECREF(m);
    state->spam_error = NULL;
    m = NULL;

out:
    if (m == NULL) {
        return -1;
    }
    Py_DECREF(m);
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
