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

/* By way of a helper. */
static void
release_all(PyObject *module)
{
    (void)spam_clear(module);
}

static void
spam_free(void *module)
{
    release_all((PyObject *)module);
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
