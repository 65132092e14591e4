/* The same as kept-variable-taken, behind a label: the module that is there already is returned,
 * too. */
#include <Python.h>

typedef struct {
    PyObject *module;
    PyObject *log_;
} spam_state;

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static PyObject *
note(PyObject *self, PyObject *text)
{
    spam_state *state = get_spam_state(self);
    if (PyList_Append(state->log_, text) < 0) {
        return NULL;
    }
    return PyBool_FromLong(self == state->module);
}

static PyMethodDef methods[] = {
    {"note", note, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->module);
    Py_VISIT(state->log_);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->module);
    Py_CLEAR(state->log_);
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
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = sizeof(spam_state),
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
    state->module = mod;
    Py_INCREF(state->module);
    state->log_ = PyList_New(0);
    if (state->log_ == NULL) {
        Py_CLEAR(state->module);
        return -1;
    }
    return state->module == NULL ? -1 : 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
