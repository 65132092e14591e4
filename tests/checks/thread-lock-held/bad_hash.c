/* A mutex is held while a dictionary hashes and compares the caller's key, two helpers deep. */
#include <Python.h>

typedef struct {
    PyMutex mutex;
    PyObject *seen;
} spam_state;

static int
note(PyObject *seen, PyObject *key)
{
    return PyDict_SetItem(seen, key, Py_True);  // want: thread-lock-held
}

static int
remember(spam_state *state, PyObject *key)
{
    return note(state->seen, key);
}

static PyObject *
spam_see(PyObject *module, PyObject *key)
{
    spam_state *state = PyModule_GetState(module);
    PyMutex_Lock(&state->mutex);
    int rc = remember(state, key);
    PyMutex_Unlock(&state->mutex);
    if (rc < 0) {
        return NULL;
    }
    Py_RETURN_NONE;
}

static PyMethodDef spam_methods[] = {
    {"see", (PyCFunction)spam_see, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_exec(PyObject *module)
{
    spam_state *state = PyModule_GetState(module);
    state->seen = PyDict_New();
    if (state->seen == NULL) {
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
    Py_VISIT(state->seen);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = (spam_state *)PyModule_GetState(module);
    Py_CLEAR(state->seen);
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
