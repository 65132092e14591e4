/* The handle that calls back belongs to the state and is closed with it. */
#include "../module.h"

struct library;
struct library *library_open(void);
void library_close(struct library *);
void library_set_handler(struct library *, void (*handler)(void *), void *data);

typedef struct {
    struct library *library;
    int n_events;
} spam_state;

static void
on_event(void *data)
{
    ((spam_state *)data)->n_events++;
}

static int
spam_exec(PyObject *module)
{
    spam_state *state = PyModule_GetState(module);
    state->library = library_open();
    if (state->library == NULL) {
        return -1;
    }
    library_set_handler(state->library, on_event, state);
    return 0;
}

static void
spam_free(void *module)
{
    spam_state *state = PyModule_GetState((PyObject *)module);
    if (state->library != NULL) {
        library_close(state->library);
    }
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
