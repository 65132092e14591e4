#include "../module.h"

typedef struct {
    PyObject *name;
} spam_state;

/* The module is asked for its state first, and what is skipped fills that. */
static int
spam_exec(PyObject *module)
{
    spam_state *state = PyModule_GetState(module);
    static int ready;
    if (ready) {  // want: init-exec-once
        return 0;
    }
    ready = 1;
    state->name = PyUnicode_FromString("spam");
    return state->name == NULL ? -1 : 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = PyModule_GetState(module);
    Py_CLEAR(state->name);
    return 0;
}

static void
spam_free(void *module)
{
    (void)spam_clear((PyObject *)module);
}

PyObject *
name(PyObject *module, PyObject *unused)
{
    spam_state *state = PyModule_GetState(module);
    (void)unused;
    return Py_NewRef(state->name);
}

static PyMethodDef methods[] = {
    {"name", name, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};
static PyModuleDef_Slot slots[] = {
    {Py_mod_exec, spam_exec},
    INTERPRETERS_SLOT
    {0, NULL},
};
struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = sizeof(spam_state),
    .m_methods = methods,
    .m_slots = slots,
    .m_clear = spam_clear,
    .m_free = spam_free,
};
