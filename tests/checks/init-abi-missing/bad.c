/* needs Python 3.15 */
#include "../module.h"

static PySlot slots[] = {  // want: init-abi-missing
    PySlot_DATA(Py_mod_name, "spam"),
    PySlot_DATA(Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED),
    PySlot_END,
};

PyMODEXPORT_FUNC
PyModExport_spam(void)
{
    return slots;
}
