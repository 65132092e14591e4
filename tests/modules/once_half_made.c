/* The guide's opt-out, with a state; m_free believes that every import was finished. */
#include "module.h"

static int loaded;

struct state {
    long *total;
    int is_refused;
};

static int
execute(PyObject *module)
{
    struct state *state = PyModule_GetState(module);
    if (loaded) {
        state->is_refused = 1;
        PyErr_SetString(PyExc_ImportError,
                        "cannot load module more than once per process");
        return -1;
    }
    loaded = 1;
    state->total = PyMem_Calloc(1, sizeof *state->total);
    return state->total != NULL ? 0 : -1;
}

static void
free_module(void *module)
{
    struct state *state = PyModule_GetState(module);
    if (state->is_refused) {
        return;
    }
    *state->total = 0;
    PyMem_Free(state->total);
    loaded = 0;
}

static PyModuleDef_Slot slots[] = {{Py_mod_exec, (void *)execute}, NO_GIL{0, NULL}};

static struct PyModuleDef definition = {
    .m_base = PyModuleDef_HEAD_INIT,
    .m_name = "once_half_made",
    .m_size = sizeof(struct state),
    .m_slots = slots,
    .m_free = free_module,
};

PyMODINIT_FUNC
PyInit_once_half_made(void)
{
    return PyModuleDef_Init(&definition);
}
