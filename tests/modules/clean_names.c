/* Constant tables of names and functions, and interned names made for each module. */
#include "module.h"

struct state {
    PyObject *names[3];
};

static const char *const texts[] = {"alpha", "beta", "gamma"};
static long (*const functions[])(PyObject *) = {PyLong_AsLong, NULL};

static PyObject *
name(PyObject *module, PyObject *argument)
{
    struct state *state = PyModule_GetState(module);
    long i = functions[0](argument);
    if (i == -1 && PyErr_Occurred()) {
        return NULL;
    }
    PyObject *found = state->names[(unsigned long)i % 3];
    Py_INCREF(found);
    return found;
}

static PyMethodDef methods[] = {
    {"name", name, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static int
execute(PyObject *module)
{
    struct state *state = PyModule_GetState(module);
    for (int i = 0; i < 3; i++) {
        state->names[i] = PyUnicode_InternFromString(texts[i]);
        if (state->names[i] == NULL) {
            return -1;
        }
    }
    return 0;
}

static int
clear(PyObject *module)
{
    struct state *state = PyModule_GetState(module);
    for (int i = 0; i < 3; i++) {
        Py_CLEAR(state->names[i]);
    }
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
    .m_name = "clean_names",
    .m_size = sizeof(struct state),
    .m_methods = methods,
    .m_slots = slots,
    .m_clear = clear,
    .m_free = free_module,
};

PyMODINIT_FUNC
PyInit_clean_names(void)
{
    return PyModuleDef_Init(&definition);
}
