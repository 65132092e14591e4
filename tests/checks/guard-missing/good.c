#include "../module.h"
#include <stdatomic.h>

static PyObject *cache;  // want-note: state-static-object
static atomic_int loaded;

static int
spam_exec(PyObject *module)
{
    if (atomic_exchange(&loaded, 1)) {  // want-note: guard-not-reset
        PyErr_SetString(PyExc_ImportError, "cannot load spam twice in a process");
        return -1;
    }
    cache = PyDict_New();
    return PyModule_AddObjectRef(module, "cache", cache);
}

static PyModuleDef_Slot slots[] = {
    {Py_mod_exec, spam_exec},
    {Py_mod_multiple_interpreters, Py_MOD_MULTIPLE_INTERPRETERS_NOT_SUPPORTED},
    {0, NULL},
};
struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_slots = slots,
};
