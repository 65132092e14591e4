/* Other builds declare it, by a macro or in the table, so it is not declared again. */
#include <Python.h>

typedef struct {
    long counter;
} spam_state;

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static PyObject *
spam_double(PyObject *module, PyObject *arg)
{
    spam_state *state = get_spam_state(module);
    return PyLong_FromLong(++state->counter);
}

static PyMethodDef methods[] = {
    {"double", spam_double, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_exec(PyObject *module)
{
    return PyModule_AddIntConstant(module, "first", 1);
}

#if defined(WITH_CLAIM) && defined(Py_mod_multiple_interpreters)
#define DECLARED Py_mod_multiple_interpreters
#define CLAIM {DECLARED, Py_MOD_MULTIPLE_INTERPRETERS_SUPPORTED},
#else
#define CLAIM
#endif

static PyModuleDef_Slot slots[] = {
    {Py_mod_exec, spam_exec},
    CLAIM
    {0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_methods = methods,
    .m_slots = slots,
    .m_size = sizeof(spam_state),
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
