/* There is a state before its members are set; helpers of a hook are hooks, too. */
#include "../module.h"

typedef struct {
    PyObject *error, *names;
} spam_state;

static int
spam_exec(PyObject *module)
{
    spam_state *state = PyModule_GetState(module);
    state->error = PyErr_NewException("spam.Error", NULL, NULL);  // want-note: state-field-unread
    if (state->error == NULL) {
        return -1;
    }
    state->names = PyDict_New();  // want-note: state-field-unread
    return state->names ? 0 : -1;
}

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = PyModule_GetState(module);
    Py_VISIT(state->error);
    Py_VISIT(state->names);
    return 0;
}

static void
drop_names(spam_state *state)
{
    Py_DECREF(state->names);  // want: lifetime-hook-unsafe
}

static void
spam_free(void *module)
{
    spam_state *state = PyModule_GetState((PyObject *)module);
    if (state != NULL) {
        Py_DECREF(state->error);  // want: lifetime-hook-unsafe
        drop_names(state);
    }
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
