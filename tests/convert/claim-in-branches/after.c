/* Another build has another table. */
#include <Python.h>

static PyObject *
spam_double(PyObject *module, PyObject *arg)
{
    return PyNumber_Add(arg, arg);
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

#ifdef BARE
static PyModuleDef_Slot slots[] = {
    {0, NULL},
};
#else
static PyModuleDef_Slot slots[] = {
    {Py_mod_exec, spam_exec},
#ifdef Py_MOD_PER_INTERPRETER_GIL_SUPPORTED
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL},
};
#endif

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
