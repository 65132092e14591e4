/* A flag is cleared with the mutex held, which stays held. */
#include <Python.h>
#include <stdatomic.h>

typedef struct {
    PyMutex mutex;
    atomic_flag stale;
    long n;
} spam_state;

static PyObject *
spam_add(PyObject *module, PyObject *unused)
{
    spam_state *state = (spam_state *)PyModule_GetState(module);
    PyMutex_Lock(&state->mutex);
    atomic_flag_clear(&state->stale);
    state->n++;
    PyMutex_Unlock(&state->mutex);
    Py_RETURN_NONE;
}

static PyMethodDef spam_methods[] = {
    {"add", spam_add, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_exec(PyObject *module)
{
    (void)module;
    return 0;
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
    spam_methods, spam_slots, NULL, NULL, NULL,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
