/* A mutex on the stack: each call has its own. */
#include "../module.h"

typedef struct {
    long total;
} spam_state;

static PyObject *
spam_tick(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    spam_state *state = PyModule_GetState(module);
    PyMutex mutex = {0};
    PyMutex_Lock(&mutex);
    state->total++;  // want: thread-different-locks
    PyMutex_Unlock(&mutex);
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    {"tick", spam_tick, METH_NOARGS, NULL},
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
