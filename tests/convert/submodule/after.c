/* A submodule that the init function makes: its functions need nothing that moves. */
#include <Python.h>

typedef struct {
    PyObject *SpamError;
    long counter;
} spam_state;

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static PyObject *
spam_count(PyObject *self, PyObject *unused)
{
    spam_state *state = get_spam_state(self);
    return PyLong_FromLong(++state->counter);
}

static PyObject *
spam_fail(PyObject *self, PyObject *unused)
{
    spam_state *state = get_spam_state(self);
    PyErr_SetString(state->SpamError, "no");
    return NULL;
}

static PyMethodDef spam_methods[] = {
    {"count", spam_count, METH_NOARGS, NULL},
    {"fail", spam_fail, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->SpamError);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->SpamError);
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
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = sizeof(spam_state),
    .m_methods = spam_methods,
    .m_slots = spam_slots,
    .m_traverse = spam_traverse,
    .m_clear = spam_clear,
    .m_free = spam_free,
};

static PyObject *
tools_double(PyObject *self, PyObject *arg)
{
    return PyNumber_Add(arg, arg);
}

static PyMethodDef tools_methods[] = {
    {"double", tools_double, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef tools_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam.tools",
    .m_size = -1,
    .m_methods = tools_methods,
};

static PyObject *
make_tools(spam_state *state)
{
    PyObject *tools = PyModule_Create(&tools_module);
    if (tools != NULL
        && PyModule_AddObjectRef(tools, "Error", state->SpamError) < 0) {
        Py_CLEAR(tools);
    }
    return tools;
}

static int
spam_exec(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    state->SpamError = PyErr_NewException("spam.Error", NULL, NULL);
    if (state->SpamError == NULL
        || PyModule_AddObjectRef(module, "Error", state->SpamError) < 0) {
        Py_CLEAR(state->SpamError);
        return -1;
    }
    PyObject *tools = make_tools(state);
    if (tools == NULL) {
        return -1;
    }
    if (PyDict_SetItemString(PyImport_GetModuleDict(), "spam.tools", tools) < 0
        || PyModule_AddObjectRef(module, "tools", tools) < 0)
    {
        Py_DECREF(tools);
        return -1;
    }
    Py_DECREF(tools);
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
