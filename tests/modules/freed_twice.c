/* Isolated, but where the second allocation fails it frees what its free function frees
 * once more. */
#include "module.h"

struct state {
    char *name;
    char *text;
};

static int
execute(PyObject *module)
{
    struct state *state = PyModule_GetState(module);
    state->name = PyMem_Malloc(100);
    if (state->name == NULL) {
        PyErr_NoMemory();
        return -1;
    }
    state->text = PyMem_Malloc(200);
    if (state->text == NULL) {
        PyMem_Free(state->name);
        PyErr_NoMemory();
        return -1;
    }
    return 0;
}

static void
free_module(void *module)
{
    struct state *state = PyModule_GetState(module);
    PyMem_Free(state->name);
    PyMem_Free(state->text);
}

static PyModuleDef_Slot slots[] = {{Py_mod_exec, (void *)execute}, OWN_GIL NO_GIL{0, NULL}};

static struct PyModuleDef definition = {
    .m_base = PyModuleDef_HEAD_INIT,
    .m_name = "freed_twice",
    .m_size = sizeof(struct state),
    .m_slots = slots,
    .m_free = free_module,
};

PyMODINIT_FUNC
PyInit_freed_twice(void)
{
    return PyModuleDef_Init(&definition);
}
