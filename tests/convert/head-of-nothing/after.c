#include <Python.h>

typedef struct {
    PyObject *pattern;
} spam_state;

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static PyObject *
spam_find(PyObject *self, PyObject *arg)
{
    spam_state *state = get_spam_state(self);
    return PyNumber_Add(state->pattern, arg);
}

static PyMethodDef methods[] = {
    {"find", spam_find, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

#ifdef IS_PYTHON3
static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->pattern);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->pattern);
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
    PyModuleDef_HEAD_INIT,
    "spam",
    NULL,
    sizeof(spam_state),
    methods,
    .m_slots = spam_slots,
    .m_traverse = spam_traverse,
    .m_clear = spam_clear,
    .m_free = spam_free,
};

static int
spam_exec(PyObject *m)
{
    spam_state *state = get_spam_state(m);
#else
void
initspam(void)
{
    PyObject *m = Py_InitModule("spam", methods);
#endif
    state->pattern = PyUnicode_FromString("egg");
    if (state->pattern == NULL) {
#ifdef IS_PYTHON3
        return -1;
#else
        return;
#endif
    }
#ifdef IS_PYTHON3
    return 0;
#endif
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
