/* The author says that one interpreter is supported, and may have more reasons than what moves. */
#include <Python.h>

static long counter;

static PyObject *
spam_double(PyObject *module, PyObject *arg)
{
    return PyLong_FromLong(++counter);
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

static PyModuleDef_Slot slots[] = {
    {Py_mod_exec, spam_exec},
#ifdef Py_mod_multiple_interpreters
    {Py_mod_multiple_interpreters, Py_MOD_MULTIPLE_INTERPRETERS_NOT_SUPPORTED},
#endif
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
