/* The last object is read without the lock under which it is replaced. */
#include "../module.h"

typedef struct {
    PyMutex mutex;
    PyObject *last;
} spam_state;

static PyObject *
spam_set(PyObject *module, PyObject *arg)
{
    spam_state *state = PyModule_GetState(module);
    PyMutex_Lock(&state->mutex);
    PyObject *before = state->last;
    state->last = Py_NewRef(arg);
    PyMutex_Unlock(&state->mutex);
    Py_XDECREF(before);
    Py_RETURN_NONE;
}

static PyObject *
spam_get(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    spam_state *state = PyModule_GetState(module);
    if (state->last == NULL) {
        Py_RETURN_NONE;
    }
    return Py_NewRef(state->last);  // want: thread-unlocked-read
}

static PyMethodDef methods[] = {
    {"set", spam_set, METH_O, NULL},
    {"get", spam_get, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = PyModule_GetState(module);
    Py_VISIT(state->last);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = PyModule_GetState(module);
    Py_CLEAR(state->last);
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
