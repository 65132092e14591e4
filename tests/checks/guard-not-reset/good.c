#include "../module.h"
#include <stdatomic.h>

static atomic_int loaded;

typedef struct {
    int has_set_flag;
} spam_state;

static int
spam_exec(PyObject *module)
{
    spam_state *state = PyModule_GetState(module);
    if (atomic_exchange(&loaded, 1)) {
        PyErr_SetString(PyExc_ImportError, "cannot load spam twice in a process");
        return -1;
    }
    state->has_set_flag = 1;
    if (PyModule_AddIntConstant(module, "answer", 42) < 0) {
        return -1;
    }
    return 0;
}

static void
spam_free(void *module)
{
    spam_state *state = PyModule_GetState((PyObject *)module);
    if (state != NULL && state->has_set_flag) {
        atomic_store(&loaded, 0);
    }
}

static PyModuleDef_Slot slots[] = {
    {Py_mod_exec, spam_exec},
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
    {0, NULL},
};
struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = sizeof(spam_state),
    .m_slots = slots,
    .m_free = spam_free,
};
