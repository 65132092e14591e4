/* A stored object is released while a PyMutex is held; its finalizer may call the module. */
#include <Python.h>

typedef struct {
    PyMutex mutex;
    PyObject *last;
} spam_state;

static PyObject *
spam_remember(PyObject *module, PyObject *arg)
{
    spam_state *state = (spam_state *)PyModule_GetState(module);
    PyMutex_Lock(&state->mutex);
    Py_XSETREF(state->last, Py_NewRef(arg));  // want: thread-lock-held
    PyMutex_Unlock(&state->mutex);
    Py_RETURN_NONE;
}

static PyMethodDef spam_methods[] = {
    {"remember", spam_remember, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_exec(PyObject *module)
{
    (void)module;
    return 0;
}

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = (spam_state *)PyModule_GetState(module);
    Py_VISIT(state->last);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = (spam_state *)PyModule_GetState(module);
    Py_CLEAR(state->last);
    return 0;
}

static void
spam_free(void *module)
{
    spam_clear((PyObject *)module);
}

static PyModuleDef_Slot spam_slots[] = {
    {Py_mod_exec, (void *)spam_exec},
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
    {Py_mod_gil, Py_MOD_GIL_NOT_USED},
    {0, NULL},
};

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
