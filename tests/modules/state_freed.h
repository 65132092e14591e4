/* A right module whose state holds an exception; only its functions make a cycle with it.
 * A faulty one that includes it has no m_free, with a macro. */
#include "module.h"

struct state {
    PyObject *Error;
};

static int
execute(PyObject *module)
{
    struct state *state = PyModule_GetState(module);
    state->Error = PyErr_NewException("state_freed.Error", NULL, NULL);
    return add_reference(module, "Error", state->Error);
}

static PyObject *
fail(PyObject *module, PyObject *unused)
{
    struct state *state = PyModule_GetState(module);
    (void)unused;
    PyErr_SetString(state->Error, "as asked");
    return NULL;
}

static PyMethodDef methods[] = {
    {"fail", fail, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static int
traverse(PyObject *module, visitproc visit, void *arg)
{
    struct state *state = PyModule_GetState(module);
    Py_VISIT(state->Error);
    return 0;
}

static int
clear(PyObject *module)
{
    struct state *state = PyModule_GetState(module);
    Py_CLEAR(state->Error);
    return 0;
}

#ifndef FORGETS_TO_FREE
static void
free_module(void *module)
{
    (void)clear(module);
}
#define FREE_MODULE free_module
#else
#define FREE_MODULE NULL
#endif

static PyModuleDef_Slot slots[] = {{Py_mod_exec, (void *)execute}, OWN_GIL NO_GIL{0, NULL}};

#define STATE_FREED(name)                                                              \
    static struct PyModuleDef definition = {                                           \
        .m_base = PyModuleDef_HEAD_INIT,                                               \
        .m_name = #name,                                                               \
        .m_size = sizeof(struct state),                                                \
        .m_methods = methods,                                                          \
        .m_slots = slots,                                                              \
        .m_traverse = traverse,                                                        \
        .m_clear = clear,                                                              \
        .m_free = FREE_MODULE,                                                         \
    };                                                                                 \
    PyMODINIT_FUNC PyInit_##name(void)                                                 \
    {                                                                                  \
        return PyModuleDef_Init(&definition);                                          \
    }
