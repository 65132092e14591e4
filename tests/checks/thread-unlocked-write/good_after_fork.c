/* What Python calls in the child of a fork runs alone there. */
#include "../module.h"

typedef struct {
    long count;
} spam_state;

static PyObject *
spam_after_fork(PyObject *module, PyObject *unused)
{
    spam_state *state = PyModule_GetState(module);
    state->count = 0;
    Py_RETURN_NONE;
}

static PyObject *
spam_count(PyObject *module, PyObject *unused)
{
    return PyLong_FromLong(((spam_state *)PyModule_GetState(module))->count);
}

static PyMethodDef methods[] = {
    {"_after_fork", spam_after_fork, METH_NOARGS, NULL},
    {"count", spam_count, METH_NOARGS, NULL},
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
