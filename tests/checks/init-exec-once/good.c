#include "../module.h"

extern int prepare_library(void);
static int is_prepared;

/* What is skipped is process-wide. */
static int
spam_exec(PyObject *module)
{
    if (PyModule_AddIntConstant(module, "answer", 42) < 0) {
        return -1;
    }
    if (is_prepared) {
        return 0;
    }
    is_prepared = 1;
    return prepare_library();
}

static PyModuleDef_Slot slots[] = {
    {Py_mod_exec, spam_exec},
    INTERPRETERS_SLOT
    {0, NULL},
};
struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_slots = slots,
};
