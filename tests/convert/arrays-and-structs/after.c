#include <Python.h>

enum { N_SMALL = 10 };

struct names {
    PyObject *first;
    int count;
    PyObject *rest[2];
};

typedef struct {
    PyObject *small[N_SMALL];
    struct names names;
} spam_state;

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static PyObject *
spam_small(PyObject *self, PyObject *arg)
{
    spam_state *state = get_spam_state(self);
    long i = PyLong_AsLong(arg);
    if (i < 0 || i >= N_SMALL) {
        PyErr_SetString(PyExc_ValueError, "not small");
        return NULL;
    }
    if (state->small[i] == NULL) {
        state->small[i] = PyLong_FromLong(i * i);
    }
    state->names.count++;
    Py_XINCREF(state->small[i]);
    return state->small[i];
}

static PyMethodDef methods[] = {
    {"small", spam_small, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    for (size_t i = 0; i < Py_ARRAY_LENGTH(state->small); i++) {
        Py_VISIT(state->small[i]);
    }
    Py_VISIT(state->names.first);
    for (size_t j = 0; j < Py_ARRAY_LENGTH(state->names.rest); j++) {
        Py_VISIT(state->names.rest[j]);
    }
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    for (size_t i = 0; i < Py_ARRAY_LENGTH(state->small); i++) {
        Py_CLEAR(state->small[i]);
    }
    Py_CLEAR(state->names.first);
    for (size_t j = 0; j < Py_ARRAY_LENGTH(state->names.rest); j++) {
        Py_CLEAR(state->names.rest[j]);
    }
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
    state->names.first = PyUnicode_FromString("first");
    state->names.rest[1] = PyUnicode_FromString("last");
    if (state->names.first == NULL || state->names.rest[1] == NULL) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
