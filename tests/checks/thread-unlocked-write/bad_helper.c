/* One of two callers of the helper holds the lock. */
#include "../module.h"

typedef struct {
    PyMutex mutex;
    long total;
} spam_state;

static void
add(spam_state *state, long number)
{
    state->total += number;  // want: thread-unlocked-write
}

static PyObject *
spam_add(PyObject *module, PyObject *arg)
{
    spam_state *state = PyModule_GetState(module);
    long number = PyLong_AsLong(arg);
    PyMutex_Lock(&state->mutex);
    add(state, number);
    PyMutex_Unlock(&state->mutex);
    Py_RETURN_NONE;
}

static PyObject *
spam_tick(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    add(PyModule_GetState(module), 1);
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    {"add", spam_add, METH_O, NULL},
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
