/* The static, a field of the module's own state and the module's dictionary have one reference
 * for all of them, of which m_clear gives one up: the state is two owners, with one each. */
#include <Python.h>

struct module_state {
    PyObject *error;
    PyObject *SpamError;
};

#define GETSTATE(m) ((struct module_state *)PyModule_GetState(m))

static inline struct module_state *
get_spam_state(PyObject *module)
{
    return (struct module_state *)PyModule_GetState(module);
}

static PyObject *
fail(PyObject *self, PyObject *args)
{
    struct module_state *state = get_spam_state(self);
    PyErr_SetString(state->SpamError, "failed");
    return NULL;
}

static PyMethodDef methods[] = {
    {"fail", fail, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static int
module_traverse(PyObject *m, visitproc visit, void *arg)
{
    Py_VISIT(GETSTATE(m)->error);
    Py_VISIT(get_spam_state(m)->SpamError);
    return 0;
}

static int
module_clear(PyObject *m)
{
    Py_CLEAR(GETSTATE(m)->error);
    Py_CLEAR(get_spam_state(m)->SpamError);
    return 0;
}

static void
spam_free(void *module)
{
    (void)module_clear((PyObject *)module);
}

static int spam_exec(PyObject *module);

static PyModuleDef_Slot spam_slots[] = {
    {Py_mod_exec, spam_exec},
#ifdef Py_MOD_PER_INTERPRETER_GIL_SUPPORTED
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL},
};

static struct PyModuleDef moduledef = {
    PyModuleDef_HEAD_INIT,
    "spam",
    NULL,
    sizeof(struct module_state),
    methods,
    spam_slots,
    module_traverse,
    module_clear,
    spam_free,
};

static int
spam_exec(PyObject *module)
{
    struct module_state *state = get_spam_state(module);
    struct module_state *st = GETSTATE(module);
    state->SpamError = PyErr_NewException("spam.Error", NULL, NULL);
    st->error = state->SpamError;
    Py_XINCREF(st->error);
    if (st->error == NULL) {
        return -1;
    }
    Py_INCREF(state->SpamError);
    if (PyModule_AddObject(module, "Error", state->SpamError) < 0) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&moduledef);
}
