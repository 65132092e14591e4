/* needs Python 3.15 */
#include "../module.h"

typedef struct {
    int n_calls;
} state;

static int
spam_exec(PyObject *module)
{
    return 0;
}

static PyModuleDef_Slot spam_slots[] = {
    {Py_mod_name, "spam"},
    {Py_mod_state_size, (void *)sizeof(state)},
    {Py_mod_exec, (void *)spam_exec},
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
    {0, NULL},
};

PyMODINIT_FUNC PyInit_spam(void);

PyModuleDef_Slot *
PyModExport_spam(void)  // want: init-export-alpha
{
    return spam_slots;
}
