/* One mutex around every use. */
#include "../module.h"

typedef struct {
    PyMutex mutex;
    long total;
    char text[32];
} spam_state;

static PyObject *
spam_add(PyObject *module, PyObject *arg)
{
    spam_state *state = PyModule_GetState(module);
    long number = PyLong_AsLong(arg);
    PyMutex_Lock(&state->mutex);
    state->total += number;
    snprintf(state->text, sizeof(state->text), "%ld", state->total);
    PyMutex_Unlock(&state->mutex);
    Py_RETURN_NONE;
}

static PyObject *
spam_total(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    spam_state *state = PyModule_GetState(module);
    PyMutex_Lock(&state->mutex);
    long total = state->total;
    PyMutex_Unlock(&state->mutex);
    return PyLong_FromLong(total);
}

static PyMethodDef methods[] = {
    {"add", spam_add, METH_O, NULL},
    {"total", spam_total, METH_NOARGS, NULL},
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
