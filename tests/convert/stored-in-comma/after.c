/* A comma takes a reference, and gives the object: what is stored is the module's own. */
#include <Python.h>

#define NEW_REF(o) (Py_INCREF(o), (o))

typedef struct {
    PyObject *marker;
    PyObject *last;
    PyObject *first;
    PyObject *kept;
} spam_state;

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static PyObject *
spam_put(PyObject *self, PyObject *value)
{
    spam_state *state = get_spam_state(self);
    PyObject *old = state->last;
    state->last = NEW_REF(value);
    Py_XDECREF(old);
    return NEW_REF(state->marker);
}

static PyObject *
spam_first(PyObject *self, PyObject *value)
{
    spam_state *state = get_spam_state(self);
    if (state->first == NULL) {
        state->first = (Py_INCREF(value), value);
    }
    return NEW_REF(state->first);
}

static PyObject *
spam_item(PyObject *self, PyObject *list)
{
    spam_state *state = get_spam_state(self);
    PyObject *item;
    if (!PyList_Check(list) || PyList_GET_SIZE(list) == 0) {
        Py_RETURN_NONE;
    }
    if (state->kept == NULL) {
        state->kept = (item = PyList_GET_ITEM(list, 0), Py_INCREF(item), item);
    }
    return NEW_REF(state->kept);
}

static PyMethodDef methods[] = {
    {"item", spam_item, METH_O, NULL},
    {"put", spam_put, METH_O, NULL},
    {"first", spam_first, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->marker);
    Py_VISIT(state->last);
    Py_VISIT(state->first);
    Py_VISIT(state->kept);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->marker);
    Py_CLEAR(state->last);
    Py_CLEAR(state->first);
    Py_CLEAR(state->kept);
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

static struct PyModuleDef definition = {
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
    state->marker = NEW_REF(Py_Ellipsis);
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&definition);
}
