// What the import made is released where it fails: the state forgets what it owned.
#include <Python.h>

typedef struct {
    PyObject *SpamType;
    PyObject *EggType;
} spam_state;

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static PyObject *make(PyObject *self, PyObject *arg)
{
    spam_state *state = get_spam_state(self);
    if (!PyObject_IsInstance(arg, state->SpamType)) Py_RETURN_NONE;
    return PyObject_CallObject(state->EggType, NULL);
}
static PyMethodDef methods[] = {
    {"make", make, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};
static PyType_Slot slots[] = {{Py_tp_new, (void *)PyType_GenericNew}, {0, NULL}};
static PyType_Spec spam_spec = {.name = "spam.Spam", .basicsize = sizeof(PyObject), .flags = Py_TPFLAGS_DEFAULT, .slots = slots};
static PyType_Spec egg_spec = {.name = "spam.Egg", .basicsize = sizeof(PyObject), .flags = Py_TPFLAGS_DEFAULT, .slots = slots};
static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->SpamType);
    Py_VISIT(state->EggType);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->SpamType);
    Py_CLEAR(state->EggType);
    return 0;
}

static void
spam_free(void *module)
{
    (void)spam_clear((PyObject *)module);
}

static int spam_exec(PyObject *m);

static PyModuleDef_Slot spam_slots[] = {
    {Py_mod_exec, (void *)spam_exec},
#ifdef Py_MOD_PER_INTERPRETER_GIL_SUPPORTED
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL},
};

static struct PyModuleDef module = {
    PyModuleDef_HEAD_INIT, "spam", NULL, sizeof(spam_state), methods,
    spam_slots,
    spam_traverse,
    spam_clear,
    spam_free,
};
static int
spam_exec(PyObject *m)
{
    spam_state *state = get_spam_state(m);
    state->SpamType = PyType_FromModuleAndSpec(m, &spam_spec, NULL);
    if (state->SpamType == NULL)
        return -1;
    state->EggType = PyType_FromModuleAndSpec(m, &egg_spec, NULL);
    if (state->EggType == NULL) {
        Py_CLEAR(state->SpamType);
        return -1;
    }
    Py_INCREF(state->SpamType);
    if (PyModule_AddObject(m, "Spam", state->SpamType) < 0) {
        Py_CLEAR(state->EggType);
        Py_DECREF(state->SpamType);
        return -1;
    }
    Py_INCREF(state->EggType);
    if (PyModule_AddObject(m, "Egg", state->EggType) < 0) {
        Py_DECREF(state->EggType);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&module);
}
