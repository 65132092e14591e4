/* Attributes of functions that say nothing of who calls them, and words of other meaning. */
#include <Python.h>

#define COLD __attribute__((cold, noinline))

struct destructor {
    long constructor;
};

typedef struct {
    struct destructor latest;
    PyObject *names;
} spam_state;

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

COLD static long
bump(spam_state *state, struct destructor *constructor)
{
    return ++constructor->constructor + state->latest.constructor;
}

__attribute__((unused, visibility("hidden"))) static long
alias(spam_state *state)
{
    return state->latest.constructor;
}

static PyObject *
put(PyObject *module, PyObject *value)
{
    spam_state *state = get_spam_state(module);
    if (state->names == NULL && (state->names = PyList_New(0)) == NULL) {
        return NULL;
    }
    if (PyList_Append(state->names, value) < 0) {
        return NULL;
    }
    return PyLong_FromLong(bump(state, &state->latest) + alias(state));
}

static PyMethodDef methods[] = {
    {"put", put, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->names);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->names);
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

static struct PyModuleDef module = {
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
    state->latest.constructor = 3;
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&module);
}
