#include "../module.h"

struct spam_state {
    PyObject *error;
    PyTypeObject *type;
    PyObject *module;
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    struct spam_state *state = PyModule_GetState(module);
    Py_VISIT(state->error);
    Py_VISIT(state->type);
    return 0;
}

static int
spam_exec(PyObject *module)
{
    struct spam_state *state = PyModule_GetState(module);
    state->module = module;
    state->error = PyErr_NewException("spam.error", NULL, NULL);  // want-note: state-field-unread  // want: init-result-unchecked
    return 0;
}

static PyModuleDef_Slot slots[] = {{Py_mod_exec, spam_exec}, INTERPRETERS_SLOT {0, NULL}};

static int
spam_clear(PyObject *module)  // want: lifetime-state-not-cleared
{
    struct spam_state *state = PyModule_GetState(module);
    Py_CLEAR(state->error);
    return 0;
}

static PyModuleDef spam_module = {  // want: lifetime-state-not-cleared
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = sizeof(struct spam_state),
    .m_slots = slots,
    .m_traverse = spam_traverse,
    .m_clear = spam_clear,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
