/* Believes in m_free that every import was finished. */
#include "module.h"

struct state {
    PyObject *names;
    long *total;
};

static int
execute(PyObject *module)
{
    struct state *state = PyModule_GetState(module);
    state->names = PyList_New(5000);
    if (state->names == NULL) {
        return -1;
    }
    state->total = PyMem_Calloc(1, sizeof *state->total);
    return state->total != NULL ? 0 : -1;
}

static void
free_module(void *module)
{
    struct state *state = PyModule_GetState(module);
    *state->total = 0;
    PyMem_Free(state->total);
    Py_CLEAR(state->names);
}

static PyModuleDef_Slot slots[] = {{Py_mod_exec, (void *)execute}, OWN_GIL NO_GIL {0, NULL}};

static struct PyModuleDef definition = {
    .m_base = PyModuleDef_HEAD_INIT,
    .m_name = "half_made",
    .m_size = sizeof(struct state),
    .m_slots = slots,
    .m_free = free_module,
};

PyMODINIT_FUNC
PyInit_half_made(void)
{
    return PyModuleDef_Init(&definition);
}
