/* A type whose instances come from a free list of the module state; the faulty module that
 * includes it trusts the allocator where the list is empty, with a macro. */
#include "module.h"

#define STRING_(x) #x
#define STRING(x) STRING_(x)
#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)
#define LIST_SIZE 40

struct cell {
    PyObject_HEAD long value;
    void *block;
};

/* The blocks of cells that are gone. */
struct state {
    void *blocks[LIST_SIZE];
    int n_blocks;
};

static void *
take_block(struct state *state)
{
    return state->n_blocks > 0 ? state->blocks[--state->n_blocks] : PyMem_Malloc(64);
}

static PyObject *
cell_new(PyTypeObject *type, PyObject *args, PyObject *keywords)
{
    (void)args;
    (void)keywords;
    struct state *state = PyType_GetModuleState(type);
    struct cell *made = state != NULL ? (struct cell *)type->tp_alloc(type, 0) : NULL;
    if (made == NULL) {
        return NULL;
    }
    made->block = take_block(state);
#ifndef TRUSTS_THE_ALLOCATOR
    if (made->block == NULL) {
        Py_DECREF(made);
        return PyErr_NoMemory();
    }
#endif
    *(char *)made->block = 1;
    return (PyObject *)made;
}

static void
cell_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    struct state *state = PyType_GetModuleState(type);
    struct cell *cell = (struct cell *)self;
    if (cell->block != NULL && state != NULL && state->n_blocks < LIST_SIZE) {
        state->blocks[state->n_blocks++] = cell->block;
    }
    else {
        PyMem_Free(cell->block);
    }
    type->tp_free(self);
    Py_DECREF(type);
}

static PyType_Slot cell_slots[] = {
    {Py_tp_new, (void *)cell_new},
    {Py_tp_dealloc, (void *)cell_dealloc},
    {0, NULL},
};

static PyType_Spec cell_spec = {
    .name = STRING(NAME) ".Cell",
    .basicsize = sizeof(struct cell),
    .flags = Py_TPFLAGS_DEFAULT,
    .slots = cell_slots,
};

static int
execute(PyObject *module)
{
    PyObject *type = PyType_FromModuleAndSpec(module, &cell_spec, NULL);
    int result = add_reference(module, "Cell", type);
    Py_XDECREF(type);
    return result;
}

static void
free_module(void *module)
{
    struct state *state = PyModule_GetState(module);
    for (int i = 0; state != NULL && i < state->n_blocks; i++) {
        PyMem_Free(state->blocks[i]);
    }
}

static PyModuleDef_Slot slots[] = {{Py_mod_exec, (void *)execute}, OWN_GIL{0, NULL}};

static struct PyModuleDef definition = {
    .m_base = PyModuleDef_HEAD_INIT,
    .m_name = STRING(NAME),
    .m_size = sizeof(struct state),
    .m_slots = slots,
    .m_free = free_module,
};

PyMODINIT_FUNC
JOIN(PyInit_, NAME)(void)
{
    return PyModuleDef_Init(&definition);
}
