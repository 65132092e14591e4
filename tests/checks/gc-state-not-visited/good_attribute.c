#include "../module.h"

/* An attribute of a built-in type leads to no module. */
typedef struct {
    PyObject *absolute;
    PyTypeObject *type;
} spam_state;

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
    Py_CLEAR(state->absolute);
    Py_CLEAR(state->type);
    return 0;
}

static void
spam_free(void *module)
{
    (void)spam_clear((PyObject *)module);
}

static int
spam_exec(PyObject *module)
{
    spam_state *state = PyModule_GetState(module);
    PyObject *zero = PyLong_FromLong(0);
    if (zero == NULL) {
        return -1;
    }
    PyObject *kind = PyObject_Type(zero);
    Py_DECREF(zero);
    if (kind == NULL) {
        return -1;
    }
    state->absolute = PyObject_GetAttrString(kind, "__abs__");
    Py_DECREF(kind);
    return state->absolute == NULL ? -1 : 0;
}

PyObject *
spam_use(PyObject *module, PyObject *other)
{
    spam_state *state = PyModule_GetState(module);
    (void)Py_IS_TYPE(other, state->type);
    return PyObject_CallOneArg(state->absolute, other);
}

static PyModuleDef_Slot slots[] = {{Py_mod_exec, spam_exec}, INTERPRETERS_SLOT {0, NULL}};

struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = sizeof(spam_state),
    .m_slots = slots,
    .m_traverse = spam_traverse,
    .m_clear = spam_clear,
    .m_free = spam_free,
};
