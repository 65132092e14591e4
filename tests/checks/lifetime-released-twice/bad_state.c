#include "../module.h"

struct spam_state {
    PyObject *error;
    PyObject *type;
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
spam_clear(PyObject *module)
{
    struct spam_state *state = PyModule_GetState(module);
    Py_CLEAR(state->error);
    Py_CLEAR(state->type);
    return 0;
}

static void
spam_free(void *module)
{
    (void)spam_clear(module);
}

static int
spam_exec(PyObject *module)
{
    struct spam_state *state = PyModule_GetState(module);
    state->error = PyErr_NewException("spam.error", NULL, NULL);
    if (state->error == NULL || PyModule_AddObjectRef(module, "error", state->error) < 0) {
        return -1;
    }
    Py_DECREF(state->error);  // want: lifetime-released-twice
    state->type = PyErr_NewException("spam.Other", state->error, NULL);
    if (state->type == NULL) {
        return -1;
    }
    if (PyModule_AddObjectRef(module, "Other", state->type) < 0) {
        Py_DECREF(state->type);  // want: lifetime-released-twice
        return -1;
    }
    /* Another object is taken over. */
    if (PyModule_AddObject(module, "size", PyLong_FromLong(1)) < 0) {
        return -1;
    }
    return 0;
}

static PyModuleDef_Slot slots[] = {{Py_mod_exec, spam_exec}, INTERPRETERS_SLOT {0, NULL}};

struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = sizeof(struct spam_state),
    .m_slots = slots,
    .m_traverse = spam_traverse,
    .m_clear = spam_clear,
    .m_free = spam_free,
};
