#include "../module.h"

static int ready;

static int
spam_exec(PyObject *module)
{
    if (ready) {  // want: init-exec-once
        return 0;
    }
    ready = 1;
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
