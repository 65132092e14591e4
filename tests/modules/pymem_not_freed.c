/* Isolated, but each module object takes memory from Python's allocators that nothing
 * frees. */
#include "module.h"

#include <string.h>

struct state {
    char *name;
    long *numbers;
    char *line;
};

static int
execute(PyObject *module)
{
    struct state *state = PyModule_GetState(module);
    state->name = PyMem_Malloc(100);
    state->numbers = PyMem_RawCalloc(1000, sizeof(long));
    state->line = PyObject_Malloc(50);
    if (state->name == NULL || state->numbers == NULL || state->line == NULL) {
        PyErr_NoMemory();
        return -1;
    }
    strcpy(state->name, "a name");
    return 0;
}

static void
free_module(void *module)
{
    PyMem_Free(((struct state *)PyModule_GetState(module))->name);
}

static PyModuleDef_Slot slots[] = {{Py_mod_exec, (void *)execute}, OWN_GIL NO_GIL{0, NULL}};

static struct PyModuleDef definition = {
    .m_base = PyModuleDef_HEAD_INIT,
    .m_name = "pymem_not_freed",
    .m_size = sizeof(struct state),
    .m_slots = slots,
    .m_free = free_module,
};

PyMODINIT_FUNC
PyInit_pymem_not_freed(void)
{
    return PyModuleDef_Init(&definition);
}
