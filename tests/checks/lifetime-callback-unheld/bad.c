#include "../module.h"

typedef struct {
    PyObject *error;
    int n_events;
} spam_state;

void library_set_handler(void (*handler)(void *), void *data);
void library_each(void (*visitor)(void *), void *data);

static void
on_event(void *data)
{
    ((spam_state *)data)->n_events++;
}

static void
on_count(void *data)
{
    ++*(int *)data;
}

static int
spam_exec(PyObject *module)
{
    spam_state *state = PyModule_GetState(module);
    library_set_handler(on_event, state);  // want: lifetime-callback-unheld
    library_set_handler(&on_count, &state->n_events);  // want: lifetime-callback-unheld
    library_set_handler(on_event, module);  // want: lifetime-callback-unheld
    return 0;
}

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = PyModule_GetState(module);
    Py_VISIT(state->error);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = PyModule_GetState(module);
    Py_CLEAR(state->error);
    return 0;
}

static void
spam_free(void *module)
{
    spam_clear((PyObject *)module);
}

static PyModuleDef_Slot slots[] = {
    {Py_mod_exec, spam_exec},
    INTERPRETERS_SLOT
    {0, NULL},
};
struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = sizeof(spam_state),
    .m_slots = slots,
    .m_traverse = spam_traverse,
    .m_clear = spam_clear,
    .m_free = spam_free,
};
