/* Who owns what a function of the C API gives, and what it takes. */
#include <Python.h>

typedef struct {
    PyObject *first;
    PyObject *cell_value;
    PyObject *version;
    PyObject *pair_member;
} spam_state;

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static PyObject *
keep_first(PyObject *self, PyObject *sequence)
{
    spam_state *state = get_spam_state(self);
    Py_XSETREF(state->first,
               Py_XNewRef(PyStructSequence_GetItem(sequence, 0)));
    Py_RETURN_NONE;
}

static PyObject *
keep_defaults(PyObject *self, PyObject *function)
{
    spam_state *state = get_spam_state(self);
    Py_XSETREF(state->cell_value,
               Py_XNewRef(PyFunction_GetDefaults(function)));
    Py_RETURN_NONE;
}

static PyObject *
make_pair(PyObject *self, PyObject *Py_UNUSED(unused))
{
    spam_state *state = get_spam_state(self);
    PyObject *pair = PyTuple_New(1);
    if (pair == NULL) {
        return NULL;
    }
    PyObject *member = PyLong_FromLong(70000);
    if (member == NULL || PyTuple_SetItem(pair, 0, member) < 0) {
        Py_DECREF(pair);
        return NULL;
    }
    Py_XINCREF(member);
    Py_XSETREF(state->pair_member, member);
    return pair;
}

static PyObject *
show(PyObject *self, PyObject *Py_UNUSED(unused))
{
    spam_state *state = get_spam_state(self);
    return Py_BuildValue("OOOO", state->first ? state->first : Py_None,
                         state->cell_value ? state->cell_value : Py_None,
                         state->version,
                         state->pair_member ? state->pair_member : Py_None);
}

static PyMethodDef methods[] = {
    {"keep_first", keep_first, METH_O, NULL},
    {"keep_defaults", keep_defaults, METH_O, NULL},
    {"make_pair", make_pair, METH_NOARGS, NULL},
    {"show", show, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->first);
    Py_VISIT(state->cell_value);
    Py_VISIT(state->version);
    Py_VISIT(state->pair_member);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->first);
    Py_CLEAR(state->cell_value);
    Py_CLEAR(state->version);
    Py_CLEAR(state->pair_member);
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
    PyObject *text = PyUnicode_FromString("1.0");
    if (text == NULL || PyModule_AddObjectRef(module, "version", text) < 0) {
        Py_XDECREF(text);
        return -1;
    }
    state->version = text;
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
