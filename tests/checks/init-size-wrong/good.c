#include "../module.h"

typedef struct {
    Py_ssize_t n_calls;
    double ratio;
} spam_state;

static int
spam_exec(PyObject *module)
{
    spam_state *state = (spam_state *)PyModule_GetState(module);
    state->n_calls = 0;  // want-note: state-field-unread
    return 0;
}

static PyModuleDef_Slot slots[] = {
    {Py_mod_exec, spam_exec},
    INTERPRETERS_SLOT
    {0, NULL},
};

/* A little more than the struct does no harm. */
struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = sizeof(spam_state) + 8,
    .m_slots = slots,
};
