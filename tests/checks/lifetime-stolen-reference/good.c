#include "../module.h"

typedef struct {
    PyObject *error;
} spam_state;

static int
spam_exec(PyObject *module)
{
    spam_state *state = PyModule_GetState(module);
    state->error = PyErr_NewException("spam.Error", NULL, NULL);
    Py_XINCREF(state->error);
    if (PyModule_AddObject(module, "Error", state->error) < 0) {
        Py_XDECREF(state->error);
        return -1;
    }
    if (PyModule_AddObject(module, "Same", Py_XNewRef(state->error)) < 0) {
        return -1;
    }
    /* Kept by nobody else. */
    PyObject *list = PyList_New(0);  // want: lifetime-reference-leaked
    return PyModule_AddObject(module, "items", list);
}

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = PyModule_GetState(module);
    Py_VISIT(state->error);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = PyModule_GetState(module);
    Py_CLEAR(state->error);
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
