/* The init function assigns fields of the definition, which stands above what they name. */
#include <Python.h>

typedef struct {
    long n_calls;
} spam_state;

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static PyObject *
call(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    spam_state *state = get_spam_state(module);
    state->n_calls++;
    return PyLong_FromLong(state->n_calls);
}

static PyMethodDef methods[] = {
    {"call", call, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyModuleDef_Slot spam_slots[] = {
#ifdef Py_MOD_PER_INTERPRETER_GIL_SUPPORTED
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_doc = PyDoc_STR("Counts."),
    .m_size = sizeof(spam_state),
    .m_methods = methods,
    .m_slots = spam_slots,
};

/* Makes the module. */
PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
