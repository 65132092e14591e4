#include <Python.h>

typedef struct {
    /* Its neighbour goes only half the way; this one goes all of it. */
    PyObject *error;
} whole_state;

static inline whole_state *
get_whole_state(PyObject *module)
{
    return (whole_state *)PyModule_GetState(module);
}

static PyObject *
fail(PyObject *module, PyObject *text)
{
    whole_state *state = get_whole_state(module);
    PyErr_SetObject(state->error, text);
    return NULL;
}

static PyMethodDef methods[] = {
    {"fail", fail, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static int
whole_traverse(PyObject *module, visitproc visit, void *arg)
{
    whole_state *state = get_whole_state(module);
    Py_VISIT(state->error);
    return 0;
}

static int
whole_clear(PyObject *module)
{
    whole_state *state = get_whole_state(module);
    Py_CLEAR(state->error);
    return 0;
}

static void
whole_free(void *module)
{
    (void)whole_clear((PyObject *)module);
}

static int whole_exec(PyObject *module);

static PyModuleDef_Slot whole_slots[] = {
    {Py_mod_exec, whole_exec},
#ifdef Py_MOD_PER_INTERPRETER_GIL_SUPPORTED
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, .m_name = "whole", .m_size = sizeof(whole_state),
    .m_methods = methods,
    .m_slots = whole_slots,
    .m_traverse = whole_traverse,
    .m_clear = whole_clear,
    .m_free = whole_free,
};

static int
whole_exec(PyObject *module)
{
    whole_state *state = get_whole_state(module);
    state->error = PyErr_NewException("whole.Error", NULL, NULL);
    if (state->error == NULL
        || PyModule_AddObjectRef(module, "Error", state->error) < 0) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_whole(void)
{
    return PyModuleDef_Init(&definition);
}
