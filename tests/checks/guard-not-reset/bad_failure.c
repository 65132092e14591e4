#include "../module.h"

static int loaded;

static int
spam_exec(PyObject *module)
{
    if (__atomic_exchange_n(&loaded, 1, __ATOMIC_SEQ_CST)) {
        PyErr_SetString(PyExc_ImportError, "cannot load spam twice in a process");
        return -1;
    }
    if (PyModule_AddIntConstant(module, "answer", 42) < 0) {
        return -1;  // want: guard-not-reset
    }
    return 0;
}

static PyModuleDef_Slot slots[] = {
    {Py_mod_exec, spam_exec},
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
    {0, NULL},
};
struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_slots = slots,
};
