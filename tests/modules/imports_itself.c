/* Finds its own state by importing itself: every module object uses the first one's. */
#include "module.h"

struct state {
    PyObject *cache;
};

static PyObject *
remember(PyObject *module, PyObject *unused)
{
    (void)module;
    (void)unused;
    PyObject *self = PyImport_ImportModule("imports_itself");
    if (self == NULL) {
        return NULL;
    }
    PyObject *cache = ((struct state *)PyModule_GetState(self))->cache;
    Py_INCREF(cache);
    Py_DECREF(self);
    return cache;
}

static PyMethodDef methods[] = {
    {"remember", remember, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static int
execute(PyObject *module)
{
    struct state *state = PyModule_GetState(module);
    state->cache = PyDict_New();
    return state->cache != NULL ? 0 : -1;
}

static int
traverse(PyObject *module, visitproc visit, void *arg)
{
    Py_VISIT(((struct state *)PyModule_GetState(module))->cache);
    return 0;
}

static int
clear(PyObject *module)
{
    Py_CLEAR(((struct state *)PyModule_GetState(module))->cache);
    return 0;
}

static void
free_module(void *module)
{
    (void)clear(module);
}

static PyModuleDef_Slot slots[] = {{Py_mod_exec, (void *)execute},
                                   OWN_GIL NO_GIL{0, NULL}};

static struct PyModuleDef definition = {
    .m_base = PyModuleDef_HEAD_INIT,
    .m_name = "imports_itself",
    .m_size = sizeof(struct state),
    .m_methods = methods,
    .m_slots = slots,
    .m_traverse = traverse,
    .m_clear = clear,
    .m_free = free_module,
};

PyMODINIT_FUNC
PyInit_imports_itself(void)
{
    return PyModuleDef_Init(&definition);
}
