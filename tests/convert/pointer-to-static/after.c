/* Pointers that begin with the address of what moves, and that nobody assigns. */
#include <Python.h>

typedef struct {
    PyObject *last;
    int n;
} config_t;

struct operation {
    long (*apply)(long);
    int uses;
};

static long
twice(long x)
{
    return 2 * x;
}

typedef struct {
    config_t config_memory;
    config_t *config;
    struct operation operations[2];
    struct operation *chosen;
    char buffer[8];
    char *text;
} spam_state;

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static PyObject *
spam_remember(PyObject *self, PyObject *value)
{
    spam_state *state = get_spam_state(self);
    Py_INCREF(value);
    Py_XSETREF(state->config->last, value);
    state->chosen->uses++;
    state->text[0] = 'a';
    return PyLong_FromLong(
        state->chosen->apply(++state->config->n) + state->chosen->uses);
}

static PyMethodDef methods[] = {
    {"remember", spam_remember, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->config_memory.last);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->config_memory.last);
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
    state->config = &state->config_memory;
    state->operations[0].apply = twice;
    state->operations[1].apply = twice;
    state->operations[1].uses = 1;
    state->chosen = &state->operations[1];
    state->text = state->buffer;
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
