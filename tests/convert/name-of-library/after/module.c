#include <Python.h>

#include "vendor/spam.h"

typedef struct {
    PyObject *last;
} spam_module_state;

static inline spam_module_state *
get_spam_module_state(PyObject *module)
{
    return (spam_module_state *)PyModule_GetState(module);
}

static PyObject *
remember(PyObject *self, PyObject *value)
{
    spam_module_state *state = get_spam_module_state(self);
    Py_INCREF(value);
    Py_XSETREF(state->last, value);
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    {"remember", remember, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_module_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_module_state *state = get_spam_module_state(module);
    Py_VISIT(state->last);
    return 0;
}

static int
spam_module_clear(PyObject *module)
{
    spam_module_state *state = get_spam_module_state(module);
    Py_CLEAR(state->last);
    return 0;
}

static void
spam_module_free(void *module)
{
    (void)spam_module_clear((PyObject *)module);
}

static PyModuleDef_Slot spam_module_slots[] = {
#ifdef Py_MOD_PER_INTERPRETER_GIL_SUPPORTED
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, .m_name = "spam",
    .m_size = sizeof(spam_module_state), .m_methods = methods,
    .m_slots = spam_module_slots,
    .m_traverse = spam_module_traverse,
    .m_clear = spam_module_clear,
    .m_free = spam_module_free,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&definition);
}
