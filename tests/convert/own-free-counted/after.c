/* An m_free that released what was there for sure: an import may fail before that now. */
#include <Python.h>

typedef struct {
    PyObject *Name;
    PyObject *List;
    PyObject *Third;
} spam_state;

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static PyObject *
spam_name(PyObject *module, PyObject *args)
{
    spam_state *state = get_spam_state(module);
    (void)module;
    (void)args;
    return Py_BuildValue("OOO", state->List, state->Name, state->Third);
}

static void
spam_free(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    (void)module;
    Py_CLEAR(state->Name);
    Py_XDECREF(state->List);
    if (state->Third != NULL) {
        Py_DECREF(state->Third);
    }
}

static PyMethodDef spam_methods[] = {
    {"name", spam_name, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->Name);
    Py_VISIT(state->List);
    Py_VISIT(state->Third);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->Name);
    Py_CLEAR(state->List);
    Py_CLEAR(state->Third);
    return 0;
}

static int spam_exec(PyObject *module);

static PyModuleDef_Slot spam_slots[] = {
    {Py_mod_exec, spam_exec},
#ifdef Py_MOD_PER_INTERPRETER_GIL_SUPPORTED
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL},
};

static PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    "spam",
    "A module.",
    sizeof(spam_state),
    spam_methods, spam_slots, spam_traverse, spam_clear, (freefunc)spam_free
};

static int
spam_exec(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    state->Name = PyUnicode_FromString("spam");
    if (state->Name == NULL) {
        return -1;
    }
    state->List = PyList_New(0);
    if (state->List == NULL) {
        return -1;
    }
    state->Third = PyList_New(3);
    if (state->Third == NULL) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
