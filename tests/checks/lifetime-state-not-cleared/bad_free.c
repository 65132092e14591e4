#include "../module.h"

struct spam_state {
    PyObject *error;
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    struct spam_state *state = PyModule_GetState(module);
    Py_VISIT(state->error);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    struct spam_state *state = PyModule_GetState(module);
    Py_CLEAR(state->error);
    return 0;
}

static void
spam_free(void *module)  // want: lifetime-state-not-cleared
{
    (void)module;
}

static PyModuleDef_Slot slots[] = {INTERPRETERS_SLOT {0, NULL}};

struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = sizeof(struct spam_state),
    .m_slots = slots,
    .m_traverse = spam_traverse,
    .m_clear = spam_clear,
    .m_free = spam_free,
};
