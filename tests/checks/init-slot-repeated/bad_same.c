#include "../module.h"

static PyModuleDef_Slot slots[] = {
    {Py_mod_multiple_interpreters, Py_MOD_MULTIPLE_INTERPRETERS_SUPPORTED},
    {Py_mod_multiple_interpreters,
     Py_MOD_MULTIPLE_INTERPRETERS_SUPPORTED},  // want: init-slot-repeated
    {0, NULL},
};
struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_slots = slots,
};
