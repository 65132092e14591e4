/* A module without a state includes the header of one with a state, for its constants. */
#include "../module.h"
#include "other_state.h"

static int
spam_exec(PyObject *module)
{
    return PyModule_AddIntConstant(module, "limit", OTHER_LIMIT);
}

static PyModuleDef_Slot slots[] = {
    {Py_mod_exec, spam_exec},
    INTERPRETERS_SLOT
    {0, NULL},
};

struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_slots = slots,
};
