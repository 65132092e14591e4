#define _GNU_SOURCE
#include <stdlib.h>

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

static int
by_state(const void *one, const void *other, void *data)
{
    return ((spam_state *)data)->n_events;
}

static void
apply(void (*function)(void *), void *data)
{
    function(data);
}

/* Called back before it returns, by a library or by the project; perhaps; held as long as
 * it is registered; not ours. */
static int
spam_exec(PyObject *module)
{
    spam_state *state = PyModule_GetState(module);
    static const int none = 0;
    int items[2] = {2, 1};
    qsort_r(items, 2, sizeof *items, by_state, state);
    apply(on_event, state);
    library_each(on_event, state);  // want-note: lifetime-callback-unheld
    library_set_handler(on_event, (void *)&none);
    return 0;
}

PyObject *
listen(PyObject *module)
{
    library_set_handler(on_event, PyModule_GetState(Py_NewRef(module)));
    Py_RETURN_NONE;
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
