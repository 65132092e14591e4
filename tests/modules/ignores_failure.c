/* The exec function does not look whether the list was made, and reports success. */
#include "module.h"

struct state {
    PyObject *names;
};

static int
execute(PyObject *module)
{
    struct state *state = PyModule_GetState(module);
    state->names = PyList_New(5000);
    return 0;
}

static int
traverse(PyObject *module, visitproc visit, void *arg)
{
    Py_VISIT(((struct state *)PyModule_GetState(module))->names);
    return 0;
}

static int
clear(PyObject *module)
{
    Py_CLEAR(((struct state *)PyModule_GetState(module))->names);
    return 0;
}

static void
free_module(void *module)
{
    (void)clear(module);
}

static PyModuleDef_Slot slots[] = {{Py_mod_exec, (void *)execute}, OWN_GIL NO_GIL{0, NULL}};

static struct PyModuleDef definition = {
    .m_base = PyModuleDef_HEAD_INIT,
    .m_name = "ignores_failure",
    .m_size = sizeof(struct state),
    .m_slots = slots,
    .m_traverse = traverse,
    .m_clear = clear,
    .m_free = free_module,
};

PyMODINIT_FUNC
PyInit_ignores_failure(void)
{
    return PyModuleDef_Init(&definition);
}
