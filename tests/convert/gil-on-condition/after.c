#include <Python.h>

typedef struct {
    /* Whether the module needs the GIL is known when it runs; the slot would say it for good. */
    int is_new;
} spam_state;

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static PyObject *
version(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    spam_state *state = get_spam_state(self);
    return PyLong_FromLong(++state->is_new);
}

static PyMethodDef methods[] = {
    {"version", version, METH_NOARGS, NULL},
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
    (void)state;
#ifdef Py_GIL_DISABLED
    if (state->is_new > 1) {
        PyUnstable_Module_SetGIL(m, Py_MOD_GIL_NOT_USED);
    } else {
        PyUnstable_Module_SetGIL(m, Py_MOD_GIL_USED);
    }
#endif
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
