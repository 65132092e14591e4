#include "../module.h"

struct state {
    Py_ssize_t n_calls;
};

static struct state *
get_state(PyObject *module)
{
    return PyModule_GetState(module);
}

static int
spam_exec(PyObject *module)
{
    get_state(module)->n_calls = 0;  // want-note: state-field-unread
    return 0;
}

static PyModuleDef_Slot slots[] = {
    {Py_mod_exec, spam_exec},
    INTERPRETERS_SLOT
    {0, NULL},
};

struct PyModuleDef definition = {  // want: init-size-wrong
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_slots = slots,
};
