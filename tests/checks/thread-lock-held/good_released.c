/* The lock is given back before the call. */
#include "../module.h"

typedef struct {
    PyMutex mutex;
    PyObject *callback;
} spam_state;

static PyObject *
spam_set(PyObject *module, PyObject *arg)
{
    spam_state *state = PyModule_GetState(module);
    PyMutex_Lock(&state->mutex);
    PyObject *before = state->callback;
    state->callback = Py_NewRef(arg);
    PyMutex_Unlock(&state->mutex);
    Py_XDECREF(before);
    Py_RETURN_NONE;
}

static PyObject *
spam_call(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    spam_state *state = PyModule_GetState(module);
    PyMutex_Lock(&state->mutex);
    PyObject *callback = Py_XNewRef(state->callback);
    PyMutex_Unlock(&state->mutex);
    if (callback == NULL) {
        Py_RETURN_NONE;
    }
    PyObject *result = PyObject_CallNoArgs(callback);
    Py_DECREF(callback);
    return result;
}

static PyMethodDef methods[] = {
    {"set", spam_set, METH_O, NULL},
    {"call", spam_call, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = PyModule_GetState(module);
    Py_VISIT(state->callback);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = PyModule_GetState(module);
    Py_CLEAR(state->callback);
    return 0;
}

static void
spam_free(void *module)
{
    (void)spam_clear((PyObject *)module);
}

static PyModuleDef_Slot slots[] = {
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
    {Py_mod_gil, Py_MOD_GIL_NOT_USED},
    {0, NULL},
};

/* It needs Python 3.13. */
static PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = sizeof(spam_state),
    .m_methods = methods, .m_slots = slots, .m_traverse = spam_traverse,
    .m_clear = spam_clear, .m_free = spam_free,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
