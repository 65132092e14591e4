/* Two mutexes, each for its own field; one holds both. */
#include "../module.h"

typedef struct {
    PyMutex counts, names;
    long n_calls;
    char name[16];
} spam_state;

static PyObject *
spam_call(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    spam_state *state = PyModule_GetState(module);
    PyMutex_Lock(&state->counts);
    state->n_calls++;
    PyMutex_Unlock(&state->counts);
    Py_RETURN_NONE;
}

static PyObject *
spam_rename(PyObject *module, PyObject *arg)
{
    spam_state *state = PyModule_GetState(module);
    long number = PyLong_AsLong(arg);
    PyMutex_Lock(&state->names);
    snprintf(state->name, sizeof(state->name), "%ld", number);
    PyMutex_Lock(&state->counts);
    state->n_calls++;
    PyMutex_Unlock(&state->counts);
    PyMutex_Unlock(&state->names);
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    {"call", spam_call, METH_NOARGS, NULL},
    {"rename", spam_rename, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static PyModuleDef_Slot slots[] = {
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
    {Py_mod_gil, Py_MOD_GIL_NOT_USED},
    {0, NULL},
};

/* It needs Python 3.13. */
static PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = sizeof(spam_state),
    .m_methods = methods, .m_slots = slots,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
