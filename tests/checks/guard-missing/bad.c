#include "../module.h"

static PyObject *cache;  // want: state-static-object

static int
spam_exec(PyObject *module)
{
    cache = PyDict_New();
    return cache == NULL ? -1 : 0;
}

static PyModuleDef_Slot slots[] = {
    {Py_mod_exec, spam_exec},
    {Py_mod_multiple_interpreters, Py_MOD_MULTIPLE_INTERPRETERS_NOT_SUPPORTED},
    {0, NULL},
};
struct PyModuleDef definition = {  // want: guard-missing
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_slots = slots,
};
