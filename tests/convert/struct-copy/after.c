/* A struct of objects gets a copy of another, with references of its own. */
#include <Python.h>
#include <string.h>

struct options {
    int depth;
    PyObject *name;
};

typedef struct {
    struct options defaults;
    struct options current;
} spam_state;

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static PyObject *
spam_reset(PyObject *self, PyObject *name)
{
    spam_state *state = get_spam_state(self);
    Py_XDECREF(state->current.name);
    memcpy(&state->current, &state->defaults, sizeof(state->current));
    Py_XINCREF(state->current.name);
    if (memcmp(&state->current, &state->defaults,
               sizeof(state->current)) != 0) {
        memset(&state->current, 0, sizeof(state->current));
    }
    Py_INCREF(name);
    Py_XSETREF(state->defaults.name, name);
    return PyLong_FromLong(++state->defaults.depth + state->current.depth);
}

static PyMethodDef methods[] = {
    {"reset", spam_reset, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->defaults.name);
    Py_VISIT(state->current.name);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->defaults.name);
    Py_CLEAR(state->current.name);
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
    state->defaults.depth = 3;
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
