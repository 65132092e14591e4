/* A module with a type and a count; each test says how instances know the state. */
#include "../module.h"

typedef struct {
    PyTypeObject *type;
    long n_alive;
} spam_state;

static PyModuleDef spam_module;

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = PyModule_GetState(module);
    Py_VISIT(state->type);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = PyModule_GetState(module);
    Py_CLEAR(state->type);
    return 0;
}

static void
spam_free(void *module)
{
    (void)spam_clear((PyObject *)module);
}

static int spam_exec(PyObject *module);

static PyModuleDef_Slot slots[] = {{Py_mod_exec, spam_exec}, INTERPRETERS_SLOT {0, NULL}};

static PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = sizeof(spam_state),
    .m_slots = slots,
    .m_traverse = spam_traverse,
    .m_clear = spam_clear,
    .m_free = spam_free,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
