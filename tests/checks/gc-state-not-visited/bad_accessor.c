/* CPython's own accessor: the result is asked for NULL before it is cast. */
#include "../module.h"

typedef struct {
    PyObject *error;
    PyTypeObject *type;
    PyObject *names[3];
    PyObject *mixed;
} spam_state;

static spam_state *
get_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (spam_state *)state;
}

static int
spam_exec(PyObject *module)
{
    spam_state *state = get_state(module);
    state->names[0] = PyUnicode_InternFromString("first");
    state->mixed = PyTuple_Pack(1, state->type);  // want: init-result-unchecked  // want-note: state-field-unread
    return state->error == NULL || state->names[0] == NULL ? -1 : 0;
}

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)  // want: gc-state-not-visited, gc-state-not-visited
{
    spam_state *state = get_state(module);
    Py_VISIT(state->error);
    return 0;
}

static int
spam_clear(PyObject *module)  // want: lifetime-state-not-cleared
{
    spam_state *state = get_state(module);
    Py_CLEAR(state->error);
    Py_CLEAR(state->mixed);
    for (int i = 0; i < 3; i++) {
        Py_CLEAR(state->names[i]);
    }
    return 0;
}

static PyModuleDef_Slot slots[] = {
    {Py_mod_exec, spam_exec}, INTERPRETERS_SLOT {0, NULL},
};
static PyModuleDef spam_module = {  // want: lifetime-state-not-cleared
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = sizeof(spam_state),
    .m_slots = slots,
    .m_traverse = spam_traverse,
    .m_clear = spam_clear,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
