/* A module that calls what a header defines has the state that it takes. */
#include "../module.h"
#include "other_state.h"

static int
spam_exec(PyObject *module)
{
    if (get_other_error(module) != NULL) {
        return 0;
    }
    return PyModule_AddIntConstant(module, "limit", OTHER_LIMIT);
}

static PyModuleDef_Slot slots[] = {
    {Py_mod_exec, spam_exec},
    INTERPRETERS_SLOT
    {0, NULL},
};

struct PyModuleDef definition = {  // want: gc-state-not-visited, lifetime-state-not-cleared
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = 0,  // want: init-size-wrong
    .m_slots = slots,
};
