#include "../module.h"

typedef struct {
    long limit;
    PyObject *error;
    PyObject *empty;
} spam_state;

static int
spam_exec(PyObject *module)
{
    spam_state *state = PyModule_GetState(module);
    state->limit = 10;  // want: state-field-unread
    state->error = PyErr_NewException("spam.Error", NULL, NULL);  // want: state-field-unread
    if (state->error == NULL) {
        return -1;
    }
    state->empty = PyTuple_New(0);
    return PyModule_AddObjectRef(module, "empty", state->empty);
}

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = PyModule_GetState(module);
    Py_VISIT(state->error);
    Py_VISIT(state->empty);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = PyModule_GetState(module);
    Py_CLEAR(state->error);
    Py_CLEAR(state->empty);
    return 0;
}

static void
spam_free(void *module)
{
    spam_clear((PyObject *)module);
}

static PyModuleDef_Slot slots[] = {
    {Py_mod_exec, spam_exec},
    INTERPRETERS_SLOT
    {0, NULL},
};
struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = sizeof(spam_state),
    .m_slots = slots,
    .m_traverse = spam_traverse,
    .m_clear = spam_clear,
    .m_free = spam_free,
};
