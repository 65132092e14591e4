#include "../module.h"

/* exec asks for an exception once, behind all of them. */
static void
add_constants(PyObject *module)
{
    PyModule_AddIntConstant(module, "ONE", 1);
    PyModule_AddIntConstant(module, "TWO", 2);
}

static int
spam_exec(PyObject *module)
{
    add_constants(module);
    return PyErr_Occurred() != NULL ? -1 : 0;
}

/* Each result has a reader. */
static int
eggs_exec(PyObject *module)
{
    int failed = PyModule_AddIntConstant(module, "ONE", 1);
    failed |= PyModule_AddIntConstant(module, "TWO", 2);
    if (failed || PyModule_AddIntConstant(module, "THREE", 3) < 0) {
        return -1;
    }
    while (PyModule_AddIntConstant(module, "FOUR", 4) < 0) {
        return -1;
    }
    return PyModule_AddStringConstant(module, "NAME", "eggs");
}

/* A method is not part of the import. */
PyObject *
set_name(PyObject *module, PyObject *unused)
{
    PyModule_AddStringConstant(module, "NAME", "ham");
    (void)unused;
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    {"set_name", set_name, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};
static PyModuleDef_Slot slots[] = {
    {Py_mod_exec, spam_exec}, {Py_mod_exec, eggs_exec}, INTERPRETERS_SLOT {0, NULL},
};
static PyModuleDef spam_module = {
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
