/* The macros lock in a build without the GIL, too late or not for long enough. */
#include "../module.h"

#ifdef Py_GIL_DISABLED
#define TAKE(state) PyMutex_Lock(&(state)->mutex)
#define DROP(state) PyMutex_Unlock(&(state)->mutex)
#else
#define TAKE(state) (void)0
#define DROP(state)
#endif

typedef struct {
#ifdef Py_GIL_DISABLED
    PyMutex mutex;
#endif
    long total;
} spam_state;

static PyObject *
spam_add(PyObject *module, PyObject *arg)
{
    spam_state *state = PyModule_GetState(module);
    long number = PyLong_AsLong(arg);
    state->total += number;  // want: thread-unlocked-write
    TAKE(state);
    number = state->total;
    DROP(state);
    return PyLong_FromLong(number);
}

static PyObject *
spam_reset(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    spam_state *state = PyModule_GetState(module);
    TAKE(state);
    long number = state->total;
    DROP(state);
    if (number != 0) {
        state->total = 0;
    }
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    {"add", spam_add, METH_O, NULL},
    {"reset", spam_reset, METH_NOARGS, NULL},
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
