/* options: --python-floor 3.9 */
#include "../module.h"

#if PY_VERSION_HEX < 0x030a0000
static PyObject *
Py_NewRef(PyObject *object)
{
    Py_INCREF(object);
    return object;
}
#endif

static int
spam_exec(PyObject *module)
{
#if PY_VERSION_HEX >= 0x030a00A3
    return PyModule_AddObjectRef(module, "answer", Py_NewRef(Py_None));
#else
    Py_INCREF(Py_None);
    return PyModule_AddObject(module, "answer", Py_None);
#endif
}

static PyModuleDef_Slot slots[] = {
    {Py_mod_exec, spam_exec},
#ifdef Py_mod_multiple_interpreters
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
#if !(defined(PYPY_VERSION) || PY_MINOR_VERSION < 13)
    {Py_mod_gil, Py_MOD_GIL_NOT_USED},
#endif
    {0, NULL},
};
struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_slots = slots,
};
