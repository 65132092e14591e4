/* Each module object keeps methods of the interpreter's own types, as collections does
 * for its namedtuples; before 3.12 all interpreters have the same ones. */
#include "module.h"

struct state {
    PyObject *methods;
};

static int
keep(PyObject *methods, PyTypeObject *type, const char *name)
{
    PyObject *method = PyObject_GetAttrString((PyObject *)type, name);
    int status = method != NULL ? PyDict_SetItemString(methods, name, method) : -1;
    Py_XDECREF(method);
    return status;
}

static int
execute(PyObject *module)
{
    struct state *state = PyModule_GetState(module);
    state->methods = PyDict_New();
    if (state->methods == NULL || keep(state->methods, &PyTuple_Type, "__new__") < 0
        || keep(state->methods, &PyBaseObject_Type, "__init__") < 0
        || keep(state->methods, &PyList_Type, "append") < 0
        || keep(state->methods, &PyList_Type, "__len__") < 0)
    {
        return -1;
    }
    return 0;
}

static int
traverse(PyObject *module, visitproc visit, void *arg)
{
    Py_VISIT(((struct state *)PyModule_GetState(module))->methods);
    return 0;
}

static int
clear(PyObject *module)
{
    Py_CLEAR(((struct state *)PyModule_GetState(module))->methods);
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
    .m_name = "clean_foreign_methods",
    .m_size = sizeof(struct state),
    .m_slots = slots,
    .m_traverse = traverse,
    .m_clear = clear,
    .m_free = free_module,
};

PyMODINIT_FUNC
PyInit_clean_foreign_methods(void)
{
    return PyModuleDef_Init(&definition);
}
