/* Module state that a callback of qsort writes. */
#include "../module.h"

typedef struct {
    long n_compared;
} spam_state;

static spam_state *
state_of(PyObject *module)
{
    return PyModule_GetState(module);
}

static void
note(spam_state *state)
{
    state->n_compared++;  // want: thread-unlocked-write
}

static PyObject *
spam_sort(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    note(state_of(module));
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    {"sort", spam_sort, METH_NOARGS, NULL},
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
