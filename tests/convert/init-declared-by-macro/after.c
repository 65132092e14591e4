#include <Python.h>

/* One use of a macro declares the init function and begins its definition. */
#define MODULE_INIT_FUNC(name)            \
    PyMODINIT_FUNC PyInit_##name(void);   \
    PyMODINIT_FUNC PyInit_##name(void)

typedef struct {
    int count;
} spam_state;

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static PyObject *
next_count(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    spam_state *state = get_spam_state(self);
    return PyLong_FromLong(++state->count);
}

static PyMethodDef methods[] = {
    {"next_count", next_count, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

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
};

static int
spam_exec(PyObject *m)
{
    spam_state *state = get_spam_state(m);
    state->count = 3;
    if (PyModule_AddIntConstant(m, "first", state->count) < 0) {
        return -1;
    }
    return 0;
}

MODULE_INIT_FUNC(spam)
{
    return PyModuleDef_Init(&spam_module);
}
