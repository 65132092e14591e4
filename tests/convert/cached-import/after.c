/* What is imported and interned when it is first needed, in files and functions. */
#include <Python.h>

typedef struct {
    PyObject *join_name;
    PyObject *path;
} spam_state;

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static PyObject *
join(PyObject *self, PyObject *args)
{
    spam_state *state = get_spam_state(self);
    if (state->path == NULL) {
        state->path = PyImport_ImportModule("os.path");
        if (state->path == NULL) {
            return NULL;
        }
    }
    return PyObject_CallMethodObjArgs(state->path, state->join_name, args,
                                      NULL);
}

static PyMethodDef methods[] = {
    {"join", join, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->join_name);
    Py_VISIT(state->path);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->join_name);
    Py_CLEAR(state->path);
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
    state->join_name = PyUnicode_InternFromString("basename");
    if (state->join_name == NULL) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
