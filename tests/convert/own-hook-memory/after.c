/* The module's own m_free stands in front of all that needs the state, and gets memory to free. */
#include <Python.h>

typedef struct {
    PyObject *known;
    char *buffer;
} spam_state;

#define STATE(module) ((spam_state *)PyModule_GetState(module))

static int
traverse(PyObject *module, visitproc visit, void *arg)
{
    Py_VISIT(STATE(module)->known);
    return 0;
}

static int
clear(PyObject *module)
{
    Py_CLEAR(STATE(module)->known);
    return 0;
}

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static void
spam_free(void *module)
{
    spam_state *state = get_spam_state((PyObject *)module);
    clear((PyObject *)module);
    PyMem_Free(state->buffer);
}

static PyObject *
count(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    spam_state *state = get_spam_state(module);
    if (state->buffer == NULL) {
        state->buffer = PyMem_Calloc(1, 50);
        if (state->buffer == NULL) {
            return PyErr_NoMemory();
        }
    }
    return PyLong_FromLong(++state->buffer[3]);
}

static PyMethodDef methods[] = {
    {"count", count, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static int
exec(PyObject *module)
{
    STATE(module)->known = PyList_New(0);
    return STATE(module)->known != NULL ? 0 : -1;
}

static PyModuleDef_Slot slots[] = {
    {Py_mod_exec, exec},
#ifdef Py_MOD_PER_INTERPRETER_GIL_SUPPORTED
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = sizeof(spam_state),
    .m_methods = methods,
    .m_slots = slots,
    .m_traverse = traverse,
    .m_clear = clear,
    .m_free = spam_free,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
