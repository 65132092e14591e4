#include "../module.h"

static int
add_constants(PyObject *module)
{
    if (PyModule_AddIntConstant(module, "ONE", 1) < 0) {
        return -1;
    }
    PyModule_AddIntConstant(module, "TWO", 2);  // want: init-addition-unchecked
    PyModule_AddIntConstant(module, "THREE", 3);
    return 0;
}

static int
spam_exec(PyObject *module)
{
    if (add_constants(module) < 0) {
        return -1;
    }
    (void)PyModule_AddStringConstant(module, "NAME", "spam");  // want: init-addition-unchecked
    if (PyModule_AddIntConstant(module, "FOUR", 4) < 0)
        return -1;
    else
        PyModule_AddObjectRef(module, "none", Py_None);
    return 0;
}

/* An assertion asks for nothing. */
static int
eggs_exec(PyObject *module)
{
    PyObject *names[] = {Py_None, Py_True};
    assert(!PyErr_Occurred());
    for (size_t i = 0; i < Py_ARRAY_LENGTH(names); i++) {
        (void)PyModule_AddObjectRef(module, "name", names[i]);  // want: init-addition-unchecked
    }
    return 0;
}

static PyModuleDef_Slot slots[] = {
    {Py_mod_exec, spam_exec}, {Py_mod_exec, eggs_exec}, INTERPRETERS_SLOT {0, NULL},
};
static PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_slots = slots,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
