// Functions of a C++ header that raise.
#include "raising.h"

static PyMethodDef methods[] = {
    {"raised", raised, METH_O, nullptr},
    {"raised_by_helper", raised_by_helper, METH_O, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

static PyModuleDef_Slot slots[] = {
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
    {0, nullptr},
};

static PyModuleDef definition = {PyModuleDef_HEAD_INIT, "raising", nullptr, 0, methods,
                                 slots};

PyMODINIT_FUNC
PyInit_raising(void)
{
    return PyModuleDef_Init(&definition);
}
