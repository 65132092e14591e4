/* A lock that guards what the module owns, and an atomic counter of the process. */
#include <Python.h>

typedef struct {
    PyThread_type_lock lock;
    volatile int n_calls;
    PyObject *SpamError;
} spam_state;

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static PyObject *
fail(PyObject *self, PyObject *arg)
{
    spam_state *state = get_spam_state(self);
    PyErr_SetObject(state->SpamError, arg);
    return NULL;
}

static PyObject *
count(PyObject *self, PyObject *Py_UNUSED(args))
{
    spam_state *state = get_spam_state(self);
    PyThread_acquire_lock(state->lock, 1);
    state->n_calls++;
    PyThread_release_lock(state->lock);
    return PyLong_FromLong(state->n_calls);
}

static PyMethodDef methods[] = {
    {"fail", fail, METH_O, NULL},
    {"count", count, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->SpamError);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->SpamError);
    return 0;
}

static void
spam_free(void *module)
{
    spam_state *state = get_spam_state((PyObject *)module);
    (void)spam_clear((PyObject *)module);
    if (state->lock != NULL) {
        PyThread_free_lock(state->lock);
    }
}

static int spam_exec(PyObject *m);

static PyModuleDef_Slot spam_slots[] = {
    {Py_mod_exec, spam_exec},
#ifdef Py_MOD_PER_INTERPRETER_GIL_SUPPORTED
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = sizeof(spam_state),
    .m_methods = methods,
    .m_slots = spam_slots,
    .m_traverse = spam_traverse,
    .m_clear = spam_clear,
    .m_free = spam_free,
};

static int
spam_exec(PyObject *m)
{
    spam_state *state = get_spam_state(m);
    state->lock = PyThread_allocate_lock();
    if (state->lock == NULL) {
        PyErr_NoMemory();
        return -1;
    }
    state->SpamError = PyErr_NewException("spam.Error", NULL, NULL);
    if (state->SpamError == NULL) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
