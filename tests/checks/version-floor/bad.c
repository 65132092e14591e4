/* options: --python-floor 3.9 */
#ifndef SPAM_C
#define SPAM_C
#include "../module.h"

static int
spam_exec(PyObject *module)
{
    return PyModule_AddObjectRef(module, "answer", Py_None);  // want: version-floor
}

#if PY_VERSION_HEX >= 0x03090000
PyObject *
find(PyTypeObject *type, PyModuleDef *definition)
{
    return PyType_GetModuleByDef(type, definition);  // want: version-floor
}
#endif

static PyModuleDef_Slot slots[] = {
    {Py_mod_exec, spam_exec},
    {Py_mod_multiple_interpreters,  // want: version-floor
     Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},  // want: version-floor
    {0, NULL},
};
struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_slots = slots,
};
#endif
