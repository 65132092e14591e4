/* Read by a method; given to the module's __dict__; read by a macro; its address taken;
 * read where this build does not look. */
#include "../module.h"

typedef struct {
    long limit;
    PyObject *error;
    PyObject *empty;
    long count;
    long room;
} spam_state;

#define COUNT(state) ((state)->count)

static int
spam_exec(PyObject *module)
{
    spam_state *state = PyModule_GetState(module);
    state->limit = 10;
    state->count = 0;
    state->room = 1;
    state->error = PyErr_NewException("spam.Error", NULL, NULL);
    return PyModule_AddObjectRef(module, "Error", state->error);
}

static PyObject *
spam_limit(PyObject *module, PyObject *ignored)
{
    spam_state *state = PyModule_GetState(module);
    PyObject **place = &state->empty;
    *place = NULL;
#ifdef SPAM_ROOM
    return PyLong_FromLong(state->room);
#endif
    return PyLong_FromLong(state->limit + COUNT(state));
}

static PyMethodDef methods[] = {
    {"limit", spam_limit, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

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
    .m_methods = methods,
    .m_slots = slots,
    .m_traverse = spam_traverse,
    .m_clear = spam_clear,
    .m_free = spam_free,
};
