/* The macros of CPython's internal headers that lock a mutex in a build without the GIL only. */
#include "../module.h"

#ifndef Py_GIL_DISABLED
#define FT_MUTEX_LOCK(lock) do {} while (0)
#define FT_MUTEX_UNLOCK(lock) do {} while (0)
#endif

typedef struct {
#ifdef Py_GIL_DISABLED
    PyMutex mutex;
#endif
    long total;
} spam_state;

static void
add_to(spam_state *state, long number)
{
    state->total += number;
}

static PyObject *
spam_add(PyObject *module, PyObject *arg)
{
    spam_state *state = PyModule_GetState(module);
    long number = PyLong_AsLong(arg);
    FT_MUTEX_LOCK(&state->mutex);
    if (number < 0) {
        FT_MUTEX_UNLOCK(&state->mutex);
        Py_RETURN_NONE;
    }
    state->total += number;
    add_to(state, number);
    FT_MUTEX_UNLOCK(&state->mutex);
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    {"add", spam_add, METH_O, NULL},
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
