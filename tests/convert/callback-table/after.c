/* Functions that are called through pointers of the module's own. */
#include <Python.h>

typedef struct {
    PyObject *SpamError;
} spam_state;

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

typedef int (*visit_function)(spam_state *state, long value, void *data);

struct handler {
    const char *name;
    PyObject *(*make)(spam_state *state, long value);
    int (*check)(void);
};

static PyObject *
make_even(spam_state *state, long value)
{
    if (value % 2 != 0) {
        PyErr_SetString(state->SpamError, "odd");
        return NULL;
    }
    return PyLong_FromLong(value);
}

static PyObject *
make_any(spam_state *state, long value)
{
    (void)state;
    return PyLong_FromLong(value);
}

static int
check_nothing(void)
{
    return 0;
}

static const struct handler handlers[] = {
    {"even", make_even, check_nothing},
    {"any", make_any, check_nothing},
};

static int
each(spam_state *state, long n, visit_function visit, void *data)
{
    for (long i = 0; i < n; i++) {
        if (visit(state, i, data) < 0) {
            return -1;
        }
    }
    return 0;
}

static int
forbid_three(spam_state *state, long value, void *data)
{
    (void)data;
    if (value == 3) {
        PyErr_SetString(state->SpamError, "three");
        return -1;
    }
    return 0;
}

static PyObject *
make(PyObject *self, PyObject *args)
{
    spam_state *state = get_spam_state(self);
    int i;
    long value;
    if (!PyArg_ParseTuple(args, "il", &i, &value)) {
        return NULL;
    }
    if (handlers[i].check() < 0
        || each(state, value, forbid_three, NULL) < 0) {
        return NULL;
    }
    return handlers[i].make(state, value);
}

static PyMethodDef methods[] = {
    {"make", make, METH_VARARGS, NULL},
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
