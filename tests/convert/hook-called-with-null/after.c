#include <Python.h>

typedef struct {
    PyObject *Error;
    PyTypeObject *Spam_type;
} spam_state;

typedef struct {
    spam_state static_state;
} spam_module_state;

static inline spam_module_state *
get_spam_module_state(PyObject *module)
{
    return (spam_module_state *)PyModule_GetState(module);
}

static PyObject *
spam_fail(PyObject *module, PyObject *args)
{
    spam_module_state *state = get_spam_module_state(module);
    (void)module;
    (void)args;
    PyErr_SetString(state->static_state.Error, "failed");
    return NULL;
}

static PyMethodDef spam_methods[] = {
    {"fail", spam_fail, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot Spam_slots[] = {
    {0, NULL},
};

static PyType_Spec Spam_spec = {
    .name = "spam.Spam",
    .basicsize = sizeof(PyObject),
    .flags = Py_TPFLAGS_DEFAULT,
    .slots = Spam_slots,
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_module_state *state = get_spam_module_state(module);
    Py_VISIT(state->static_state.Error);
    Py_VISIT(state->static_state.Spam_type);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_module_state *state = get_spam_module_state(module);
    Py_CLEAR(state->static_state.Error);
    Py_CLEAR(state->static_state.Spam_type);
    return 0;
}

static void
spam_free(void *module)
{
    spam_clear((PyObject *)module);
}

static int spam_module_exec(PyObject *module);

static PyModuleDef_Slot spam_module_slots[] = {
    {Py_mod_exec, spam_module_exec},
#ifdef Py_MOD_PER_INTERPRETER_GIL_SUPPORTED
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL},
};

static PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = sizeof(spam_module_state),
    .m_methods = spam_methods,
    .m_traverse = spam_traverse,
    .m_clear = spam_clear,
    .m_free = spam_free,
    .m_slots = spam_module_slots,
};

static inline int
add_type(PyObject *module, const char *name, PyType_Spec *spec, PyTypeObject **dest)
{
    PyObject *temp = PyType_FromModuleAndSpec(module, spec, NULL);
    if (PyModule_AddObject(module, name, temp) < 0) {
        Py_XDECREF(temp);
        return -1;
    }
    Py_INCREF(temp);
    *dest = (PyTypeObject *)temp;
    return 0;
}

static int
spam_module_exec(PyObject *module)
{
    spam_module_state *state = get_spam_module_state(module);
    state->static_state.Error = PyErr_NewException("spam.Error", NULL, NULL);
    if (state->static_state.Error == NULL) {
        goto error;
    }
    Py_INCREF(state->static_state.Error);
    if (PyModule_AddObject(module, "Error", state->static_state.Error) < 0) {
        Py_DECREF(state->static_state.Error);
        goto error;
    }
    if (add_type(module, "Spam", &Spam_spec,
                 &state->static_state.Spam_type) < 0) {
        goto error;
    }
    return 0;

error:
    spam_clear(module);
    return -1;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
