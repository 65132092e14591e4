#include "../module.h"

namespace {
PyObject *error = nullptr;  // want: state-static-object

int
exec(PyObject *module)
{
    error = PyErr_NewException("spam.Error", nullptr, nullptr);
    return PyModule_AddObjectRef(module, "Error", error);
}

PyModuleDef_Slot slots[] = {
    {Py_mod_exec, reinterpret_cast<void *>(exec)},
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},  // want: claim-own-gil-false
    {0, nullptr},
};

PyModuleDef definition = {PyModuleDef_HEAD_INIT, "spam", nullptr, 0, nullptr, slots,
                          nullptr, nullptr, nullptr};
}

PyMODINIT_FUNC
PyInit_spam()
{
    return PyModuleDef_Init(&definition);
}
