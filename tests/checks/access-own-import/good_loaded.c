/* A start-up that makes sure that the module is there, and does not use it. */
#include "../module.h"

int
spam_start(void)
{
    PyObject *module = PyImport_ImportModule("spam");
    if (module == NULL) {
        return -1;
    }
    Py_DECREF(module);
    return 0;
}

static PyModuleDef_Slot slots[] = {INTERPRETERS_SLOT {0, NULL}};
PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_slots = slots,
};
