#include <Python.h>

/* Its locals begin with the name of the module's variable, or with that of its parameter. */
static int
add_name(PyObject *module, const char *text)
{
    PyObject *module_name = PyUnicode_FromString(text);
    if (module_name == NULL) {
        return -1;
    }
    if (PyObject_SetAttrString(module, "title", module_name) < 0) {
        Py_DECREF(module_name);
        return -1;
    }
    Py_DECREF(module_name);
    return 0;
}

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

static int spam_exec(PyObject *m);

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

static int
spam_exec(PyObject *m)
{
    spam_state *state = get_spam_state(m);
    PyObject *members = PyTuple_New(0);
    if (members == NULL || PyObject_SetAttrString(m, "members", members) < 0) {
        Py_XDECREF(members);
        return -1;
    }
    Py_DECREF(members);
    if (add_name(m, "spam") < 0) {
        return -1;
    }
    state->spam_error = PyErr_NewException("spam.error", NULL, NULL);
    if (PyModule_AddObjectRef(m, "error", state->spam_error) < 0) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
