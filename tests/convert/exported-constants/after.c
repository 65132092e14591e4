#include <Python.h>

static int
spam_twice(int n)
{
    return 2 * n;
}

static int
spam_half(int n)
{
    return n / 2;
}

typedef struct {
    PyObject *count;
} spam_state;

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static PyObject *
spam_get(PyObject *module, PyObject *Py_UNUSED(unused))
{
    spam_state *state = get_spam_state(module);
    Py_INCREF(state->count);
    return state->count;
}

static PyMethodDef spam_methods[] = {
    {"get", spam_get, METH_NOARGS, "How many."},
    {NULL, NULL, 0, NULL},
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->count);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->count);
    return 0;
}

static void
spam_free(void *module)
{
    (void)spam_clear((PyObject *)module);
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
    .m_methods = spam_methods,
    .m_slots = spam_slots,
    .m_traverse = spam_traverse,
    .m_clear = spam_clear,
    .m_free = spam_free,
};

static int
spam_exec(PyObject *m)
{
    spam_state *state = get_spam_state(m);
    static void *api[2];
    api[0] = (void *)spam_twice;
    api[1] = (void *)spam_half;
    state->count = PyLong_FromLong(0);
    PyObject *capsule = PyCapsule_New((void *)api, "spam._api", NULL);
    if (state->count == NULL || capsule == NULL
        || PyModule_AddObject(m, "_api", capsule) < 0) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
