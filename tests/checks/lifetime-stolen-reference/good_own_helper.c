/* A function of the project's own takes the reference. */
#include "../module.h"

typedef struct {
    PyObject *error, *other;
} spam_state;

static PyObject *
new_ref(void *object)
{
    Py_INCREF(object);
    return object;
}

static PyObject *
as_object(void *object)
{
    return object;
}

static int
spam_exec(PyObject *module)
{
    spam_state *state = PyModule_GetState(module);
    state->error = PyErr_NewException("spam.Error", NULL, NULL);
    if (state->error == NULL
        || PyModule_AddObject(module, "Error", new_ref(state->error)) < 0)  // want: lifetime-reference-leaked
    {
        return -1;
    }
    state->other = PyErr_NewException("spam.Other", NULL, NULL);
    if (state->other == NULL) {
        return -1;
    }
    Py_INCREF(state->other);
    return PyModule_AddObject(module, "Other", as_object(state->other));
}

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = PyModule_GetState(module);
    Py_VISIT(state->error);
    Py_VISIT(state->other);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = PyModule_GetState(module);
    Py_CLEAR(state->error);
    Py_CLEAR(state->other);
    return 0;
}

static PyModuleDef_Slot slots[] = {
    {Py_mod_exec, spam_exec},
    INTERPRETERS_SLOT
    {0, NULL},
};
struct PyModuleDef definition = {  // want: lifetime-state-not-cleared
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = sizeof(spam_state),
    .m_slots = slots,
    .m_traverse = spam_traverse,
    .m_clear = spam_clear,
};
