#include "../module.h"

static PyModuleDef_Slot slots[] = {
    {Py_mod_multiple_interpreters, Py_MOD_MULTIPLE_INTERPRETERS_SUPPORTED},
    {0, NULL},
};
static PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_slots = slots,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
