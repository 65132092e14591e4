#include "../module.h"

static int
spam_exec(PyObject *module)
{
    return PyModule_AddIntConstant(module, "answer", 42);
}

static int
spam_exec_more(PyObject *module)
{
    return PyModule_AddIntConstant(module, "question", 6);
}

static PyModuleDef_Slot slots[] = {
    {Py_mod_exec, spam_exec},
    {Py_mod_exec, spam_exec_more},
    {Py_mod_exec, spam_exec},  // want: init-slot-repeated
    INTERPRETERS_SLOT
    {0, NULL},
};
struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_slots = slots,
};
