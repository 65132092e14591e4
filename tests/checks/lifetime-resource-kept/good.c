/* Released by m_free, directly or by what it calls; or not the state's at all. */
#include "../module.h"

typedef struct {
    char *buffer;
    int *table;
    const char *borrowed;
} spam_state;

struct other {
    char *buffer;
};

static void
release(spam_state *state)
{
    PyMem_Free(state->buffer);
    state->buffer = NULL;
    free(state->table);
}

static void
spam_free(void *module)
{
    release(PyModule_GetState((PyObject *)module));
}

static int
spam_exec(PyObject *module)
{
    spam_state *state = PyModule_GetState(module);
    struct other other;
    other.buffer = malloc(10);
    free(other.buffer);
    state->borrowed = getenv("SPAM");  // want-note: state-field-unread
    state->table = calloc(100, sizeof(int));
    state->buffer = (char *)PyMem_Malloc(4096);
    return state->buffer != NULL && state->table != NULL ? 0 : -1;
}

static PyModuleDef_Slot slots[] = {{Py_mod_exec, spam_exec}, INTERPRETERS_SLOT {0, NULL}};

static PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = sizeof(spam_state),
    .m_slots = slots,
    .m_free = spam_free,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
