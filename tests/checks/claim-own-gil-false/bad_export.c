/* Slots alone, no PyModuleDef: needs Python 3.15. */
#include "../module.h"

struct spam_state {
    PyObject *error;
};

static int
spam_exec(PyObject *module)
{
    static int n_loads;  // want: state-static-data
    struct spam_state *state = PyModule_GetState(module);
    n_loads++;
    state->error = PyErr_NewException("spam.error", NULL, NULL);  // want-note: state-field-unread  // want: init-result-unchecked
    return 0;
}

PyABIInfo_VAR(abi_info);

static PySlot spam_slots[] = {  // want: gc-state-not-visited, lifetime-state-not-cleared
    PySlot_DATA(Py_mod_name, "spam"),
    PySlot_DATA(Py_mod_abi, &abi_info),
    PySlot_SIZE(Py_mod_state_size, sizeof(struct spam_state)),
    PySlot_FUNC(Py_mod_exec, spam_exec),
    PySlot_DATA(Py_mod_multiple_interpreters,  // want: claim-own-gil-false
                Py_MOD_PER_INTERPRETER_GIL_SUPPORTED),
    PySlot_END,
};

PyMODEXPORT_FUNC
PyModExport_spam(void)
{
    return spam_slots;
}
