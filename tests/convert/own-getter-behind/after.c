/* The module has a function that gives its state, behind the first that needs it now. */
#include <Python.h>

typedef struct {
    PyObject *error;
    PyObject *cache;
} spam_state;

static spam_state *get_state(PyObject *module);

static PyObject *
spam_get(PyObject *module, PyObject *ignored)
{
    spam_state *state = get_state(module);
    if (state->cache == NULL)
        state->cache = PyDict_New();
    Py_XINCREF(state->cache);
    return state->cache;
}

static spam_state *
get_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static PyObject *
spam_fail(PyObject *module, PyObject *ignored)
{
    PyErr_SetString(get_state(module)->error, "failed");
    return NULL;
}

static PyMethodDef methods[] = {
    {"get", spam_get, METH_NOARGS, NULL},
    {"fail", spam_fail, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    Py_VISIT(get_state(module)->error);
    Py_VISIT(get_state(module)->cache);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    Py_CLEAR(get_state(module)->error);
    Py_CLEAR(get_state(module)->cache);
    return 0;
}

static int
spam_exec(PyObject *module)
{
    spam_state *state = get_state(module);
    state->error = PyErr_NewException("spam.Error", NULL, NULL);
    if (state->error == NULL)
        return -1;
    Py_INCREF(state->error);
    if (PyModule_AddObject(module, "Error", state->error) < 0) {
        Py_DECREF(state->error);
        return -1;
    }
    return 0;
}

static void
spam_free(void *module)
{
    (void)spam_clear((PyObject *)module);
}

static PyModuleDef_Slot slots[] = {
    {Py_mod_exec, spam_exec},
#ifdef Py_MOD_PER_INTERPRETER_GIL_SUPPORTED
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL},
};

static struct PyModuleDef def = {
    PyModuleDef_HEAD_INIT, "spam", NULL, sizeof(spam_state), methods,
    slots, spam_traverse, spam_clear, spam_free,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&def);
}
