#include <Python.h>

typedef struct {
    /* Memory that the author does not check, though he asks what is in it. */
    long *table;
} spam_state;

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static long
fibonacci(spam_state *state, long n)
{
    if (!state->table) {
        state->table = calloc(1000, sizeof(long));
    }
    if (n < 2) {
        return n;
    }
    if (!state->table[n]) {
        state->table[n] = fibonacci(state, n - 2) + fibonacci(state, n - 1);
    }
    return state->table[n];
}

static PyObject *
spam_fibonacci(PyObject *self, PyObject *arg)
{
    spam_state *state = get_spam_state(self);
    long n = PyLong_AsLong(arg);
    if (n < 0 || n > 90) {
        return PyErr_Occurred() ? NULL : PyLong_FromLong(0);
    }
    return PyLong_FromLong(fibonacci(state, n));
}

static PyMethodDef methods[] = {
    {"fibonacci", spam_fibonacci, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static void
spam_free(void *module)
{
    spam_state *state = get_spam_state((PyObject *)module);
    free(state->table);
}

static PyModuleDef_Slot spam_slots[] = {
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

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
