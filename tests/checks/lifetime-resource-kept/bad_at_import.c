/* Given back where initialisation fails, or in front of the next value. */
#include "../module.h"

typedef struct {
    char *name;
    int *table;
    char *line;
} spam_state;

static void
drop(spam_state *state)
{
    free(state->line);
}

static int
spam_exec(PyObject *module)
{
    spam_state *state = PyModule_GetState(module);
    free(state->table);
    state->table = malloc(100);  // want: lifetime-resource-kept
    state->name = calloc(13, 1);  // want: lifetime-resource-kept
    state->line = calloc(80, 1);  // want: lifetime-resource-kept
    if (state->name == NULL || state->table == NULL || state->line == NULL) {
        free(state->name);
        drop(state);
        return -1;
    }
    return PyModule_AddStringConstant(module, "name", state->name);
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
