#include "../module.h"
#include <stdatomic.h>

static atomic_int loaded;

static int
spam_exec(PyObject *module)
{
    if (atomic_exchange(&loaded, 1)) {
        PyErr_SetString(PyExc_ImportError, "cannot load spam twice in a process");
        return -1;
    }
    if (PyModule_AddIntConstant(module, "answer", 42) < 0) {
        return -1;
    }
    return 0;
}

/* The object of a refused load comes here, too. */
static void
spam_free(void *module)
{
    atomic_store(&loaded, 0);  // want: guard-not-reset
}

static PyModuleDef_Slot slots[] = {
    {Py_mod_exec, spam_exec},
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
    {0, NULL},
};
struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_slots = slots, .m_free = spam_free,
};
