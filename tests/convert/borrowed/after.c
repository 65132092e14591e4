#include <Python.h>

typedef struct {
    PyObject *builtins_len;
    PyObject *empty;
} spam_state;

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static PyObject *
spam_len(PyObject *self, PyObject *arg)
{
    spam_state *state = get_spam_state(self);
    return PyObject_CallFunctionObjArgs(
        state->builtins_len, arg == state->empty ? state->empty : arg, NULL);
}

static PyMethodDef methods[] = {
    {"len", spam_len, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->builtins_len);
    Py_VISIT(state->empty);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->builtins_len);
    Py_CLEAR(state->empty);
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
    PyObject *list;

    if ((state->builtins_len = PyDict_GetItemString(PyEval_GetBuiltins(),
                                                    "len")) == NULL) {
        return -1;
    }
    Py_XINCREF(state->builtins_len);
    list = PyList_New(0);
    if (list == NULL)
        return -1;
    PyModule_AddObject(m, "empty", list);
    state->empty = list;
    Py_XINCREF(state->empty);
    return PyErr_Occurred() ? -1 : 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
