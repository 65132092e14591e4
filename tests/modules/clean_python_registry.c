/* Each module object asks a Python function for an instance of a Python class, and gets the
 * one that the interpreter's registry keeps for all who ask. */
#include "registry.h"

struct state {
    PyObject *entry;
};

static int
execute(PyObject *module)
{
    struct state *state = PyModule_GetState(module);
    state->entry = registry_entry("clean_python_registry_entries");
    return state->entry != NULL ? 0 : -1;
}

static PyObject *
get_entry(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    struct state *state = PyModule_GetState(module);
    Py_INCREF(state->entry);
    return state->entry;
}

static int
traverse(PyObject *module, visitproc visit, void *arg)
{
    Py_VISIT(((struct state *)PyModule_GetState(module))->entry);
    return 0;
}

static int
clear(PyObject *module)
{
    Py_CLEAR(((struct state *)PyModule_GetState(module))->entry);
    return 0;
}

static void
free_module(void *module)
{
    (void)clear(module);
}

static PyMethodDef methods[] = {
    {"get_entry", get_entry, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyModuleDef_Slot slots[] = {{Py_mod_exec, (void *)execute}, OWN_GIL NO_GIL{0, NULL}};

static struct PyModuleDef definition = {
    .m_base = PyModuleDef_HEAD_INIT,
    .m_name = "clean_python_registry",
    .m_size = sizeof(struct state),
    .m_methods = methods,
    .m_slots = slots,
    .m_traverse = traverse,
    .m_clear = clear,
    .m_free = free_module,
};

PyMODINIT_FUNC
PyInit_clean_python_registry(void)
{
    return PyModuleDef_Init(&definition);
}
