/* needs Python 3.15 */
#include "../module.h"

PyABIInfo_VAR(abi_info);

static PySlot slots[] = {
    PySlot_DATA(Py_mod_name, "spam"),
    PySlot_DATA(Py_mod_abi, &abi_info),
    PySlot_DATA(Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED),
    PySlot_END,
};

PyMODEXPORT_FUNC
PyModExport_spam(void)
{
    return slots;
}
