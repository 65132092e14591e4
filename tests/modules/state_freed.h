/* A right module whose state holds an exception; only its functions make a cycle with it.
 * A faulty one that includes it has no m_free, an
 * m_traverse that leaves the exception out, or an m_clear that keeps a pointer to what
 * it has released, with a macro. */
#include "module.h"

struct state {
    PyObject *Error, *Thing;
};

#ifdef HAS_A_TYPE
static PyType_Slot thing_slots[] = {{0, NULL}};

static PyType_Spec thing_spec = {
    .name = "state_freed.Thing",
    .basicsize = sizeof(PyObject),
    .flags = Py_TPFLAGS_DEFAULT,
    .slots = thing_slots,
};
#endif

static int
execute(PyObject *module)
{
    struct state *state = PyModule_GetState(module);
#ifdef HAS_A_TYPE
    state->Thing = PyType_FromModuleAndSpec(module, &thing_spec, NULL);
    if (add_reference(module, "Thing", state->Thing) != 0) {
        return -1;
    }
#endif
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
#ifdef HIDES_THE_ERROR
    (void)state->Error;
#else
    Py_VISIT(state->Error);
#endif
    Py_VISIT(state->Thing);
    return 0;
}

static int
clear(PyObject *module)
{
    struct state *state = PyModule_GetState(module);
#ifdef KEEPS_THE_POINTER
    Py_XDECREF(state->Error);
#else
    Py_CLEAR(state->Error);
#endif
    Py_CLEAR(state->Thing);
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
