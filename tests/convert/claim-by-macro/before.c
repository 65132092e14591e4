/* A slot that a macro gives, for Pythons that know it: it is not declared again. */
#include <Python.h>

#ifdef Py_MOD_PER_INTERPRETER_GIL_SUPPORTED
#define OWN_GIL {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#else
#define OWN_GIL
#endif

static long counter;

static PyObject *
spam_number(PyObject *module, PyObject *unused)
{
    return PyLong_FromLong(++counter);
}

static PyMethodDef methods[] = {
    {"number", spam_number, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_exec(PyObject *module)
{
    return PyModule_AddIntConstant(module, "first", 1);
}

static PyModuleDef_Slot slots[] = {
    {Py_mod_exec, spam_exec},
    OWN_GIL
    {0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_methods = methods,
    .m_slots = slots,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
