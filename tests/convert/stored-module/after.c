/* A static that keeps the module itself, by way of the local that the module was made in: the
 * field of the state needs a reference of its own, or m_clear gives up one that nobody took. */
#include <Python.h>

typedef struct {
    PyObject *this_module;
} spam_state;

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static PyObject *
spam_name(PyObject *self, PyObject *unused)
{
    spam_state *state = get_spam_state(self);
    (void)self;
    (void)unused;
    return PyObject_GetAttrString(state->this_module, "__name__");
}

static PyMethodDef methods[] = {
    {"name", spam_name, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->this_module);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->this_module);
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
    state->this_module = m;
    Py_XINCREF(state->this_module);
    if (PyModule_AddIntConstant(m, "LIMIT", 3) < 0) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&definition);
}
