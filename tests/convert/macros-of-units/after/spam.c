/* Two units have a macro of one name, which declares their statics; what it is given may be named
 * as a function is. */
#include <Python.h>

typedef struct {
    PyObject *str_check;
    PyObject *str_name;
} spam_state;

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static PyObject *
check(spam_state *state, PyObject *object)
{
    return PyObject_GetAttr(object, state->str_check);
}

static PyObject *
spam_get(PyObject *self, PyObject *arg)
{
    spam_state *state = get_spam_state(self);
    PyObject *found = check(state, arg);
    if (found == NULL) {
        PyErr_Clear();
        found = PyObject_GetAttr(arg, state->str_name);
    }
    return found;
}

static PyMethodDef methods[] = {
    {"get", spam_get, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->str_check);
    Py_VISIT(state->str_name);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->str_check);
    Py_CLEAR(state->str_name);
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
#define INIT_STRING(S) \
    if ((state->str_##S = PyUnicode_InternFromString(#S)) == NULL) return -1
    INIT_STRING(check);
    INIT_STRING(name);
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
