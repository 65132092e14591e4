#include <Python.h>

#define LOOK_UP(state, key) PyDict_GetItemWithError((state)->table, (key))
#define TABLE state->table
#ifdef SPAM_TRACE
#define NOTE(state, key) (printf("%p\n", (void *)(state)->table), LOOK_UP(state, key))
#else
#define NOTE(state, key) LOOK_UP(state, key)
#endif

#define MAKE_ADDER(name, text)                                                \
    static PyObject *                                                         \
    name(PyObject *self, PyObject *arg)                                       \
    {                                                                         \
    spam_state *state = get_spam_state(self);                                 \
        (void)self;                                                           \
        if (PyDict_SetItemString(state->table, text, arg) < 0) {              \
            return NULL;                                                      \
        }                                                                     \
        Py_RETURN_NONE;                                                       \
    }

typedef struct {
    PyObject *table;
} spam_state;

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

MAKE_ADDER(add_left, "left")
MAKE_ADDER(add_right, "right")

static PyObject *
spam_get(PyObject *self, PyObject *key)
{
    spam_state *state = get_spam_state(self);
    PyObject *found = NOTE(state, key);
    assert(TABLE != NULL);
    if (found == NULL) {
        if (!PyErr_Occurred())
            PyErr_SetObject(PyExc_KeyError, key);
        return NULL;
    }
    Py_INCREF(found);
    return found;
}

static PyMethodDef methods[] = {
    {"get", spam_get, METH_O, NULL},
    {"add_left", add_left, METH_O, NULL},
    {"add_right", add_right, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->table);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->table);
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
    state->table = PyDict_New();
    if (state->table == NULL) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
