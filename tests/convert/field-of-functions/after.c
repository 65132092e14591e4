/* A variable that points to functions, of which one needs the state. */
#include <Python.h>

typedef struct spam_state spam_state;

struct spam_state {
    int factor;
    long (*operation)(spam_state *state, long);
    int (*reset)(spam_state *state);
};

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static long
times(spam_state *state, long n)
{
    return n * state->factor;
}

static long
plus(spam_state *state, long n)
{
    (void)state;
    return n + 1;
}

static int
reset_factor(spam_state *state)
{
    state->factor = 2;
    return 0;
}

static PyObject *
spam_next(PyObject *self, PyObject *arg)
{
    spam_state *state = get_spam_state(self);
    long n = PyLong_AsLong(arg);
    if (n == -1 && PyErr_Occurred()) {
        return NULL;
    }
    state->operation = state->operation == times ? plus : times;
    state->reset = reset_factor;
    if (n > 5 && state->reset(state) < 0) {
        return NULL;
    }
    state->factor++;
    return PyLong_FromLong(state->operation(state, n));
}

static PyMethodDef methods[] = {
    {"next", spam_next, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

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
};

static int
spam_exec(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    state->factor = 2;
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
