/* Memory and a lock that were the process's, in a module without objects; and what
 * must not be freed with it. */
#include <Python.h>

typedef struct {
    char *buffer;
    PyThread_type_lock lock;
    char *lent;  /* given to the C library */
    char *freed;
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

static PyObject *
reset(PyObject *self, PyObject *Py_UNUSED(args))
{
    spam_state *state = get_spam_state(self);
    PyMem_Free(state->freed);
    state->freed = NULL;
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    {"put", put, METH_O, NULL},
    {"reset", reset, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static void
spam_free(void *module)
{
    spam_state *state = get_spam_state((PyObject *)module);
    PyMem_Free(state->buffer);
    if (state->lock != NULL) {
        PyThread_free_lock(state->lock);
    }
    PyMem_Free(state->freed);
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
    .m_slots = spam_slots,
    .m_free = spam_free,
};

static int
spam_exec(PyObject *m)
{
    spam_state *state = get_spam_state(m);
    state->lock = PyThread_allocate_lock();
    state->buffer = PyMem_Malloc(100);
    state->lent = PyMem_Malloc(BUFSIZ);
    state->freed = PyMem_Malloc(10);
    if (state->lock == NULL || state->buffer == NULL || state->lent == NULL
        || state->freed == NULL) {
        PyErr_NoMemory();
        return -1;
    }
    setbuf(stdin, state->lent);
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
