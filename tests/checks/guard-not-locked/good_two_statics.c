#include "../module.h"
#include <stdatomic.h>

static const char *name;
static atomic_int loaded;

/* The flag is the number, whatever else the condition asks. */
static int
spam_exec(PyObject *module)
{
    if (name == NULL || atomic_exchange(&loaded, 1)) {  // want: guard-not-reset
        PyErr_SetString(PyExc_ImportError, "cannot load spam twice in a process");
        return -1;
    }
    return PyModule_AddStringConstant(module, "name", name);
}

static PyModuleDef_Slot slots[] = {
    {Py_mod_exec, spam_exec},
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
    {0, NULL},
};
struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = 0,
    .m_slots = slots,
};
