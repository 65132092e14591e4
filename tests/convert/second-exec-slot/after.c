/* The second exec function makes a type from a spec: CPython hands it the module, too. */
#include <Python.h>

typedef struct {
    PyObject *known;
    PyObject *Egg;
} spam_state;

static void
egg_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    type->tp_free(self);
    Py_DECREF(type);
}

static PyType_Slot egg_slots[] = {
    {Py_tp_dealloc, egg_dealloc},
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec egg_spec = {
    .name = "spam.Egg",
    .basicsize = sizeof(PyObject),
    .flags = Py_TPFLAGS_DEFAULT,
    .slots = egg_slots,
};

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static PyObject *
make(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    spam_state *state = get_spam_state(module);
    return PyObject_CallNoArgs(state->Egg);
}

static PyMethodDef methods[] = {
    {"make", make, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static int
exec_known(PyObject *module)
{
    spam_state *state = PyModule_GetState(module);
    state->known = PyList_New(0);
    return state->known != NULL ? 0 : -1;
}

static int
exec_types(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    state->Egg = PyType_FromModuleAndSpec(module, &egg_spec, NULL);
    if (state->Egg == NULL) {
        return -1;
    }
    return PyModule_AddObjectRef(module, "Egg", state->Egg);
}

static int
traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = PyModule_GetState(module);
    Py_VISIT(state->known);
    Py_VISIT(state->Egg);
    return 0;
}

static int
clear(PyObject *module)
{
    spam_state *state = PyModule_GetState(module);
    Py_CLEAR(state->known);
    Py_CLEAR(state->Egg);
    return 0;
}

static void
spam_free(void *module)
{
    clear((PyObject *)module);
}

static PyModuleDef_Slot slots[] = {
    {Py_mod_exec, exec_known},
    {Py_mod_exec, exec_types},
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
    .m_slots = slots,
    .m_traverse = traverse,
    .m_clear = clear,
    .m_free = spam_free,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
