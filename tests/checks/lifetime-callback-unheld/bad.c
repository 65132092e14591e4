#include "../module.h"

typedef struct {
    PyObject *error;
    int n_events;
} spam_state;

/* As sqlite3.h declares it. */
void *sqlite3_commit_hook(void *connection, int (*hook)(void *), void *data);
extern void *connection;

struct handler {
    void (*function)(void *);
    void *data;
};

static void
handler_set(struct handler *handler, void (*function)(void *), void *data)
{
    handler->function = function;
    handler->data = data;
}

static void
handler_add(struct handler *handler, void (*function)(void *), void *data)
{
    handler_set(handler, function, data);
}

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
on_commit(void *data)
{
    return ++*(int *)data;
}

extern struct handler *handlers;

static int
spam_exec(PyObject *module)
{
    spam_state *state = PyModule_GetState(module);
    handler_add(&handlers[0], on_event, state);  // want: lifetime-callback-unheld
    handler_add(&handlers[1], &on_count, &state->n_events);  // want: lifetime-callback-unheld
    handler_add(&handlers[2], on_event, module);  // want: lifetime-callback-unheld
    sqlite3_commit_hook(connection, on_commit, &state->n_events);  // want: lifetime-callback-unheld
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
