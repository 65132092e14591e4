/* Numbers of the module state, read without the lock of the writers. */
#include "../module.h"

typedef struct {
    PyMutex mutex;
    double rate;
    unsigned n_calls;
} spam_state;

static PyObject *
spam_set_rate(PyObject *module, PyObject *arg)
{
    spam_state *state = PyModule_GetState(module);
    double rate = PyFloat_AsDouble(arg);
    if (rate == -1.0 && PyErr_Occurred()) {
        return NULL;
    }
    PyMutex_Lock(&state->mutex);
    state->rate = rate;
    state->n_calls++;
    PyMutex_Unlock(&state->mutex);
    Py_RETURN_NONE;
}

/* One finding for each function that reads. */
static PyObject *
spam_report(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    spam_state *state = PyModule_GetState(module);
    double rate = state->rate;  // want: thread-unlocked-read
    return Py_BuildValue("dI", rate, state->n_calls);
}

static PyMethodDef spam_methods[] = {
    {"set_rate", spam_set_rate, METH_O},
    {"report", spam_report, METH_NOARGS},
    {NULL},
};

static int
spam_exec(PyObject *module)
{
    spam_state *state = PyModule_GetState(module);
    state->rate = 1.0;
    return 0;
}

static PyModuleDef_Slot spam_slots[] = {
    {Py_mod_exec, spam_exec},
    INTERPRETERS_SLOT
    {Py_mod_gil, Py_MOD_GIL_NOT_USED},
    {0, NULL},
};

/* It needs Python 3.13. */
static PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = sizeof(spam_state),
    .m_methods = spam_methods,
    .m_slots = spam_slots,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
