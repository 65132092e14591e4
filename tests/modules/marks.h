/* A right function that puts an entry in the place of another one, for which no memory is
 * needed; what it does when that fails each faulty module that includes it has wrong. */
#include "module.h"

struct state {
    PyObject *marks;
};

static PyObject *
mark(PyObject *module, PyObject *unused)
{
    struct state *state = PyModule_GetState(module);
    (void)unused;
    int status = PyDict_SetItemString(state->marks, "name", Py_True);
#ifdef IGNORES_THE_RESULT
    (void)status;
#else
    if (status < 0) {
        return NULL;
    }
#endif
    Py_RETURN_NONE;
}

static PyObject *
try_to_mark(PyObject *module, PyObject *unused)
{
    struct state *state = PyModule_GetState(module);
    (void)unused;
    if (PyDict_SetItemString(state->marks, "name", Py_False) < 0) {
        PyErr_Clear();
        Py_RETURN_FALSE;
    }
    Py_RETURN_TRUE;
}

static int
execute(PyObject *module)
{
    struct state *state = PyModule_GetState(module);
    state->marks = PyDict_New();
    if (state->marks == NULL
        || PyDict_SetItemString(state->marks, "name", Py_None) < 0)
    {
        return -1;
    }
#ifdef IGNORES_THE_ADDITION
    (void)PyModule_AddIntConstant(module, "first", 1);
    return add_reference(module, "marks", state->marks);
#else
    /* What some modules do for many additions at once. */
    (void)PyModule_AddIntConstant(module, "first", 1);
    (void)PyModule_AddIntConstant(module, "second", 2);
    (void)add_reference(module, "marks", state->marks);
    return PyErr_Occurred() != NULL ? -1 : 0;
#endif
}

static int
traverse(PyObject *module, visitproc visit, void *arg)
{
    struct state *state = PyModule_GetState(module);
    Py_VISIT(state->marks);
    return 0;
}

static int
clear(PyObject *module)
{
    struct state *state = PyModule_GetState(module);
    Py_CLEAR(state->marks);
    return 0;
}

static void
free_module(void *module)
{
    (void)clear((PyObject *)module);
}

static PyMethodDef methods[] = {
    {"mark", mark, METH_NOARGS, NULL},
    {"try_to_mark", try_to_mark, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

#define MARKS_MODULE(name)                                                             \
    static PyModuleDef_Slot slots[] = {                                                \
        {Py_mod_exec, (void *)execute}, OWN_GIL NO_GIL{0, NULL}};                      \
    static struct PyModuleDef definition = {                                           \
        .m_base = PyModuleDef_HEAD_INIT,                                               \
        .m_name = #name,                                                               \
        .m_size = sizeof(struct state),                                                \
        .m_methods = methods,                                                          \
        .m_slots = slots,                                                              \
        .m_traverse = traverse,                                                        \
        .m_clear = clear,                                                              \
        .m_free = free_module,                                                         \
    };                                                                                 \
    PyMODINIT_FUNC PyInit_##name(void)                                                 \
    {                                                                                  \
        return PyModuleDef_Init(&definition);                                          \
    }
