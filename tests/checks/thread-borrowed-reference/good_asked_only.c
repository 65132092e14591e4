/* What is borrowed is only compared with NULL. */
#include <Python.h>

typedef struct {
    PyObject *names;
} spam_state;

static PyObject *
spam_add(PyObject *module, PyObject *name)
{
    spam_state *state = PyModule_GetState(module);
    if (PyDict_SetItem(state->names, name, Py_None) < 0) {
        return NULL;
    }
    Py_RETURN_NONE;
}

static PyObject *
spam_has(PyObject *module, PyObject *name)
{
    spam_state *state = PyModule_GetState(module);
    int found = PyDict_GetItemWithError(state->names, name) != NULL;
    if (!found && PyErr_Occurred()) {
        return NULL;
    }
    return PyBool_FromLong(found);
}

static PyMethodDef spam_methods[] = {
    {"add", (PyCFunction)spam_add, METH_O, NULL},
    {"has", (PyCFunction)spam_has, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_exec(PyObject *module)
{
    spam_state *state = PyModule_GetState(module);
    state->names = PyDict_New();
    if (state->names == NULL) {
        return -1;
    }
    return 0;
}

static PyModuleDef_Slot spam_slots[] = {
    {Py_mod_exec, (void *)spam_exec},
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
    {Py_mod_gil, Py_MOD_GIL_NOT_USED},
    {0, NULL},
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = (spam_state *)PyModule_GetState(module);
    Py_VISIT(state->names);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = (spam_state *)PyModule_GetState(module);
    Py_CLEAR(state->names);
    return 0;
}

static void
spam_free(void *module)
{
    spam_clear((PyObject *)module);
}

/* It needs Python 3.13. */
static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, "spam", NULL, sizeof(spam_state),
    spam_methods, spam_slots, spam_traverse, spam_clear, spam_free,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
