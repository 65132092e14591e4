/* Takes memory from Python's allocators and from the system, and gives it back: blocks
 * that were moved, two mappings that go with one call, one that was moved; and once a
 * block for the whole process. */
#include "module.h"

#include <sys/mman.h>

#define SIZE 4096

struct state {
    char *name;
    char *pair;
    char *table;
};

/* The same for all, and never changed again. */
static char *shared_name;

static char *
map(char *where, int flags)
{
    void *memory = mmap(where, SIZE, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | flags, -1, 0);
    return memory != MAP_FAILED ? memory : NULL;
}

/* The second half is mapped once more, over the first mapping. */
static int
take(struct state *state)
{
    void *pair = mmap(NULL, 2 * SIZE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (pair == MAP_FAILED) {
        return -1;
    }
    state->pair = pair;
    char *table = map(NULL, 0);
    void *moved = table != NULL ? mremap(table, SIZE, 64 * SIZE, MREMAP_MAYMOVE)
                                : MAP_FAILED;
    if (moved == MAP_FAILED) {
        return -1;
    }
    state->table = moved;
    return map(state->pair + SIZE, MAP_FIXED) != NULL ? 0 : -1;
}

static int
execute(PyObject *module)
{
    struct state *state = PyModule_GetState(module);
    if (shared_name == NULL) {
        shared_name = PyMem_RawMalloc(10);
    }
    state->name = PyMem_Malloc(10);
    char *longer = state->name != NULL ? PyMem_Realloc(state->name, 10000) : NULL;
    if (longer != NULL) {
        state->name = longer;
    }
    if (longer == NULL || take(state) < 0) {
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
    if (state->pair != NULL) {
        munmap(state->pair, 2 * SIZE);
    }
    if (state->table != NULL) {
        munmap(state->table, 64 * SIZE);
    }
}

static PyModuleDef_Slot slots[] = {{Py_mod_exec, (void *)execute}, OWN_GIL NO_GIL{0, NULL}};

static struct PyModuleDef definition = {
    .m_base = PyModuleDef_HEAD_INIT,
    .m_name = "clean_mapping",
    .m_size = sizeof(struct state),
    .m_slots = slots,
    .m_free = free_module,
};

PyMODINIT_FUNC
PyInit_clean_mapping(void)
{
    return PyModuleDef_Init(&definition);
}
