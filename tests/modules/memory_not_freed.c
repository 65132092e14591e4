/* Isolated, but each module object takes memory from malloc that nothing frees. */
#include "module.h"

#include <stdlib.h>
#include <string.h>

struct state {
    char *name;
    long *numbers;
};

static int
execute(PyObject *module)
{
    struct state *state = PyModule_GetState(module);
    state->name = strdup("a name");
    state->numbers = malloc(1000 * sizeof(long));
    if (state->name == NULL || state->numbers == NULL) {
        PyErr_NoMemory();
        return -1;
    }
    return 0;
}

static void
free_module(void *module)
{
    free(((struct state *)PyModule_GetState(module))->name);
}

static PyModuleDef_Slot slots[] = {{Py_mod_exec, (void *)execute}, OWN_GIL NO_GIL{0, NULL}};

static struct PyModuleDef definition = {
    .m_base = PyModuleDef_HEAD_INIT,
    .m_name = "memory_not_freed",
    .m_size = sizeof(struct state),
    .m_slots = slots,
    .m_free = free_module,
};

PyMODINIT_FUNC
PyInit_memory_not_freed(void)
{
    return PyModuleDef_Init(&definition);
}
