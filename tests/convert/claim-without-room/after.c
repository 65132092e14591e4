/* What keeps the table from a further slot is said; nothing is changed. */
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

static PyModuleDef_Slot slots[2] = {
    {Py_mod_exec, spam_exec},
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
