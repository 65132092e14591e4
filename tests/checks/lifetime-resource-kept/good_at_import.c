/* What initialisation alone needs, it gives back. */
#include "../module.h"

typedef struct {
    char *name;
    int *table;
} spam_state;

static void
fill(spam_state *state)
{
    state->name = calloc(13, 1);
}

static void
drop(spam_state *state)
{
    free(state->name);
    state->name = NULL;
}

static int
spam_exec(PyObject *module)
{
    spam_state *state = PyModule_GetState(module);
    fill(state);
    state->table = malloc(100);
    if (state->name == NULL || state->table == NULL) {
        free(state->table);
        free(state->name);
        return -1;
    }
    int result = PyModule_AddStringConstant(module, "name", state->name);
    free(state->table);
    drop(state);
    return result;
}

static PyModuleDef_Slot slots[] = {{Py_mod_exec, spam_exec}, INTERPRETERS_SLOT {0, NULL}};

static PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = sizeof(spam_state),
    .m_slots = slots,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
