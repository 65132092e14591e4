#include "../module.h"

static int
first(PyObject *module)
{
    return 0;
}

static int
second(PyObject *module)
{
    return 0;
}

static PyModuleDef_Slot slots[] = {
    {Py_mod_exec, first},
    {Py_mod_exec, second},
    INTERPRETERS_SLOT
    {0, NULL},
};
struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_slots = slots,
};
