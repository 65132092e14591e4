/* Isolated, but each module object maps memory that nothing unmaps. */
#include "module.h"

#include <sys/mman.h>

#define SIZE 8192

struct state {
    void *table;
};

static int
execute(PyObject *module)
{
    struct state *state = PyModule_GetState(module);
    state->table = mmap(NULL, SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS,
                        -1, 0);
    if (state->table == MAP_FAILED) {
        PyErr_NoMemory();
        return -1;
    }
    return 0;
}

static PyModuleDef_Slot slots[] = {{Py_mod_exec, (void *)execute}, OWN_GIL NO_GIL{0, NULL}};

static struct PyModuleDef definition = {
    .m_base = PyModuleDef_HEAD_INIT,
    .m_name = "mapping_not_freed",
    .m_size = sizeof(struct state),
    .m_slots = slots,
};

PyMODINIT_FUNC
PyInit_mapping_not_freed(void)
{
    return PyModuleDef_Init(&definition);
}
