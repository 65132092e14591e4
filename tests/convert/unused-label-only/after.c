#include <Python.h>

typedef struct {
    /* Only the question whether there is a module jumps to `error`, and nothing else leads there. */
    PyObject *Error;
} spam_state;

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static PyObject *
fail(PyObject *self, PyObject *args)
{
    spam_state *state = get_spam_state(self);
    PyErr_SetString(state->Error, "no");
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
    Py_VISIT(state->Error);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->Error);
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

static struct PyModuleDef def = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = sizeof(spam_state),
    .m_methods = methods,
    .m_slots = spam_slots,
    .m_traverse = spam_traverse,
    .m_clear = spam_clear,
    .m_free = spam_free,
};

#define CHECK(x) do { if ((x) == NULL) goto error; } while (0)

static int
spam_exec(PyObject *m)
{
    spam_state *state = get_spam_state(m);
    PyObject *name = NULL;
    name = PyUnicode_FromString("spam.Error");
    state->Error = PyErr_NewException("spam.Error", NULL, NULL);
    PyModule_AddObjectRef(m, "Error", state->Error);
    Py_XDECREF(name);
    return PyErr_Occurred() ? -1 : 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&def);
}
