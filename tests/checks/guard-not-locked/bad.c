#include "../module.h"

static struct {
    int loaded;
} process;

static int
refuse_second_load(void)
{
    if (process.loaded) {  // want: guard-not-locked // want-note: guard-not-reset
        PyErr_SetString(PyExc_ImportError, "cannot load spam twice in a process");
        return -1;
    }
    process.loaded = 1;
    return 0;
}

static int
spam_exec(PyObject *module)
{
    return refuse_second_load();
}

static PyModuleDef_Slot slots[] = {
    {Py_mod_exec, spam_exec},
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
    {0, NULL},
};
struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_slots = slots,
};
