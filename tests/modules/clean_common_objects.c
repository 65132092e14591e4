/* Each module object keeps what belongs to the interpreter and is one object for all of
 * them before 3.12: methods of its own types, as collections does for its namedtuples,
 * and what is empty. */
#include "module.h"

struct state {
    PyObject *objects;
};

static int
keep(PyObject *objects, PyObject *object, const char *name)
{
    int status = object != NULL ? PyDict_SetItemString(objects, name, object) : -1;
    Py_XDECREF(object);
    return status;
}

static int
keep_method(PyObject *objects, PyTypeObject *type, const char *name)
{
    return keep(objects, PyObject_GetAttrString((PyObject *)type, name), name);
}

static int
execute(PyObject *module)
{
    struct state *state = PyModule_GetState(module);
    state->objects = PyDict_New();
    if (state->objects == NULL || keep_method(state->objects, &PyTuple_Type, "__new__") < 0
        || keep_method(state->objects, &PyBaseObject_Type, "__init__") < 0
        || keep_method(state->objects, &PyList_Type, "append") < 0
        || keep_method(state->objects, &PyList_Type, "__len__") < 0
        || keep(state->objects, PyTuple_New(0), "tuple") < 0
        || keep(state->objects, PyFrozenSet_New(NULL), "set") < 0
        || keep(state->objects, PyContext_New(), "context") < 0)
    {
        return -1;
    }
    return 0;
}

static int
traverse(PyObject *module, visitproc visit, void *arg)
{
    Py_VISIT(((struct state *)PyModule_GetState(module))->objects);
    return 0;
}

static int
clear(PyObject *module)
{
    Py_CLEAR(((struct state *)PyModule_GetState(module))->objects);
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
    .m_name = "clean_common_objects",
    .m_size = sizeof(struct state),
    .m_slots = slots,
    .m_traverse = traverse,
    .m_clear = clear,
    .m_free = free_module,
};

PyMODINIT_FUNC
PyInit_clean_common_objects(void)
{
    return PyModuleDef_Init(&definition);
}
