/* An m_free of the module's own, which has more to give back than before. */
#include <Python.h>

typedef struct {
    PyThread_type_lock lock;
    char *buffer;
} spam_state;

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static PyObject *
put(PyObject *self, PyObject *arg)
{
    spam_state *state = get_spam_state(self);
    PyThread_acquire_lock(state->lock, 1);
    state->buffer[0] = (char)PyLong_AsLong(arg);
    PyThread_release_lock(state->lock);
    return PyErr_Occurred() ? NULL : PyLong_FromLong(state->buffer[0]);
}

static PyMethodDef methods[] = {
    {"put", put, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static void
spam_free(void *module)
{
    spam_state *state = get_spam_state((PyObject *)module);
    PySys_WriteStderr("%p is gone\n", module);
    if (state->lock != NULL) {
        PyThread_free_lock(state->lock);
    }
    PyMem_Free(state->buffer);
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
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = sizeof(spam_state),
    .m_methods = methods,
    .m_free = spam_free,
    .m_slots = spam_slots,
};

static int
spam_exec(PyObject *m)
{
    spam_state *state = get_spam_state(m);
    state->lock = PyThread_allocate_lock();
    state->buffer = PyMem_Malloc(100);
    if (state->lock == NULL || state->buffer == NULL) {
        PyErr_NoMemory();
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
