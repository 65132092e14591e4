/* Isolated, but it uses what PyMem_Malloc gave without a look at it. */
#include "module.h"

struct state {
    long *numbers;
};

static int
execute(PyObject *module)
{
    struct state *state = PyModule_GetState(module);
    state->numbers = PyMem_Malloc(100 * sizeof(long));
    for (int i = 0; i < 100; i++) {
        state->numbers[i] = i;
    }
    return 0;
}

static void
free_module(void *module)
{
    PyMem_Free(((struct state *)PyModule_GetState(module))->numbers);
}

static PyModuleDef_Slot slots[] = {{Py_mod_exec, (void *)execute}, OWN_GIL NO_GIL{0, NULL}};

static struct PyModuleDef definition = {
    .m_base = PyModuleDef_HEAD_INIT,
    .m_name = "unchecked_null",
    .m_size = sizeof(struct state),
    .m_slots = slots,
    .m_free = free_module,
};

PyMODINIT_FUNC
PyInit_unchecked_null(void)
{
    return PyModuleDef_Init(&definition);
}
