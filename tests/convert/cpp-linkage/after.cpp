/* `extern "C"` in front of the init function, and a result that nobody checks, of which
 * another function asks whether an object is of that class. */
#include <Python.h>

static PyType_Slot Nest_slots[] = {
    {Py_tp_doc, (void *)"a nest"},
    {0, nullptr},
};

static PyType_Spec Nest_spec = {
    "spam.Nest", sizeof(PyObject), 0, Py_TPFLAGS_DEFAULT, Nest_slots,
};

typedef struct {
    PyTypeObject *Nest_type;
} spam_state;

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static PyObject *
spam_is_nest(PyObject *module, PyObject *object)
{
    spam_state *state = get_spam_state(module);
    if (Py_TYPE(object) == state->Nest_type) {
        Py_RETURN_TRUE;
    }
    Py_RETURN_FALSE;
}

static PyMethodDef spam_methods[] = {
    {"is_nest", spam_is_nest, METH_O, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->Nest_type);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->Nest_type);
    return 0;
}

static void
spam_free(void *module)
{
    (void)spam_clear((PyObject *)module);
}

static int spam_exec(PyObject *module);

static PyModuleDef_Slot spam_slots[] = {
    {Py_mod_exec, (void *)spam_exec},
#ifdef Py_MOD_PER_INTERPRETER_GIL_SUPPORTED
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, nullptr},
};

static PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, "spam", nullptr, sizeof(spam_state), spam_methods,
    spam_slots, spam_traverse, spam_clear, spam_free,
};

static int
spam_exec(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    state->Nest_type = (PyTypeObject *)PyType_FromModuleAndSpec(
        module, &Nest_spec, nullptr);
    return 0;
}

extern "C" PyObject *PyInit_spam()
{
    return PyModuleDef_Init(&spam_module);
}
