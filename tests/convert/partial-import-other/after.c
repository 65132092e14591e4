/* Imports that find the module as it was: of other packages, and behind the last addition. */
#include <Python.h>

typedef struct {
    PyObject *dumps;
    PyObject *helper;
} spam_state;

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static PyObject *
call(PyObject *self, PyObject *argument)
{
    spam_state *state = get_spam_state(self);
    return PyObject_CallFunctionObjArgs(state->helper, state->dumps, argument,
                                        NULL);
}

static PyMethodDef methods[] = {
    {"call", call, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->dumps);
    Py_VISIT(state->helper);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->dumps);
    Py_CLEAR(state->helper);
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

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "_spam", NULL, sizeof(spam_state), methods, spam_slots, spam_traverse, spam_clear, spam_free,
};

static int
spam_exec(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    PyObject *found;

    found = PyImport_ImportModule("json");
    if (found == NULL) {
        return -1;
    }
    state->dumps = PyObject_GetAttrString(found, "dumps");
    Py_DECREF(found);
    if (state->dumps == NULL) {
        return -1;
    }
    if (PyModule_AddIntConstant(module, "LEVEL", 3) < 0) {
        return -1;
    }
    found = PyImport_ImportModule("spam.helpers");
    if (found == NULL) {
        return -1;
    }
    state->helper = PyObject_GetAttrString(found, "help");
    Py_DECREF(found);
    if (state->helper == NULL) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit__spam(void)
{
    return PyModuleDef_Init(&definition);
}
