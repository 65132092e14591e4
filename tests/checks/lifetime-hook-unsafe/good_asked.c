/* What is not about the state alone may say that all is set. */
#include "../module.h"

typedef struct {
    int is_complete;
    PyObject *error;
} spam_state;

static int
spam_exec(PyObject *module)
{
    spam_state *state = PyModule_GetState(module);
    state->error = PyErr_NewException("spam.Error", NULL, NULL);  // want-note: state-field-unread
    if (state->error == NULL) {
        return -1;
    }
    state->is_complete = 1;
    return 0;
}

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = PyModule_GetState(module);
    Py_VISIT(state->error);
    return 0;
}

static void
drop_error(spam_state *state)
{
    if (state != NULL && state->error != NULL) {
        Py_DECREF(state->error);
        state->error = NULL;
    }
}

static void
spam_free(void *module)
{
    spam_state *state = PyModule_GetState((PyObject *)module);
    if (state && state->is_complete) {
        Py_DECREF(state->error);
        state->error = NULL;
    }
    drop_error(state);
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
    .m_free = spam_free,
};
