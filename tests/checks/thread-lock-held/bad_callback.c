/* The callback can call the module again, or wait for a thread that does. */
#include "../module.h"

typedef struct {
    PyMutex mutex;
    long n_calls;
} spam_state;

static PyObject *
spam_each(PyObject *module, PyObject *function)
{
    spam_state *state = PyModule_GetState(module);
    PyMutex_Lock(&state->mutex);
    PyObject *result = PyObject_CallNoArgs(function);  // want: thread-lock-held
    state->n_calls++;
    PyMutex_Unlock(&state->mutex);
    return result;
}

static PyMethodDef methods[] = {
    {"each", spam_each, METH_O, NULL},
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
