/* PyModExport (PEP 793): no PyModuleDef, only slots. */
#include "module.h"

#if PY_VERSION_HEX < 0x030f0000
#error "3.15 or newer"
#endif

static int
execute(PyObject *module)
{
    PyObject *error = PyErr_NewException("export_clean.Error", NULL, NULL);
    int status = add_reference(module, "Error", error);
    Py_XDECREF(error);
    return status;
}

PyABIInfo_VAR(abi_info);

static PySlot slots[] = {
    PySlot_DATA(Py_mod_abi, &abi_info),
    PySlot_DATA(Py_mod_name, "export_clean"),
    PySlot_FUNC(Py_mod_exec, execute),
    PySlot_DATA(Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED),
    PySlot_DATA(Py_mod_gil, Py_MOD_GIL_NOT_USED),
    PySlot_END,
};

PyMODEXPORT_FUNC
PyModExport_export_clean(void)
{
    return slots;
}
