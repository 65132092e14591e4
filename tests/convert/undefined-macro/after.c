/* A macro that is undefined again: the branch behind #else is what is compiled. */
#include <Python.h>

#define HAS_CACHE 1
enum { CACHE_SIZE = HAS_CACHE };
#undef HAS_CACHE

typedef struct {
    PyObject *last;
} spam_state;

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static PyObject *
remember(PyObject *self, PyObject *value)
{
#if !(HAS_CACHE)
    spam_state *state = get_spam_state(self);
#endif
#if HAS_CACHE
    PyErr_SetString(PyExc_RuntimeError, "remembered elsewhere");
    return NULL;
#else
    Py_XSETREF(state->last, Py_NewRef(value));
    Py_RETURN_NONE;
#endif
}

static PyMethodDef methods[] = {
    {"remember", remember, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->last);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->last);
    return 0;
}

static void
spam_free(void *module)
{
    (void)spam_clear((PyObject *)module);
}

static int spam_exec(PyObject *module);

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
spam_exec(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    (void)state;
#if HAS_CACHE
    return -1;
#else
    state->last = PyLong_FromLong(CACHE_SIZE);
    if (state->last == NULL) {
        return -1;
    }
#endif
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
