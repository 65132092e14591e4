#include "../module.h"

static int
spam_exec(PyObject *module)
{
    static int n_runs = 0;
    if (PyModule_AddIntConstant(module, "first", 1) < 0) {
        return -1;
    }
    if (n_runs != 0)  // want: init-exec-once
        return 0;
    n_runs = 1;
    return PyModule_AddIntConstant(module, "answer", 42);
}

static PyModuleDef_Slot slots[] = {
    {Py_mod_exec, spam_exec},
    INTERPRETERS_SLOT
    {0, NULL},
};
struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_slots = slots,
};
