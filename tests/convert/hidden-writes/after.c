/* Numbers and structs that nothing writes by their names: through a member that holds the address,
 * a table of addresses, another pointer.  What is only read on such ways stays, and so does what is
 * written there at import. */
#include <Python.h>
#include <stdint.h>

struct config {
    long level;
    const char *name;
};

struct session {
    struct config *own; /* what is allocated, or the empty one */
    struct config *config;
    const struct config *original;
    struct config *shown;
    long *counts;
};

static struct config original = {2, "original"};
static struct config shown = {3, "shown"};
static struct config empty = {0, "empty"}; /* never written */
static long at_import = 13;
static char letters[] = "letters";

struct holder {
    long *place;
    long *other;
};

typedef struct {
    struct config defaults;
    long counts[2];
    long first;
    long second;
    long *places[2];
    long by_result;
    long by_chain;
    long by_comma;
    long by_number;
    long by_list;
} spam_state;

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static long *
find(spam_state *state)
{
    return &state->by_result;
}

static void
set(spam_state *state, long **place)
{
    *place = &state->by_comma;
}

static long
bump(const struct holder *holder)
{
    return ++*holder->place + *holder->other;
}

static void
open_session(spam_state *state, struct session *session)
{
    session->config = &state->defaults;
    session->own = &empty;
    session->original = &original;
    session->shown = &shown;
    session->counts = state->counts;
}

static PyObject *
run(PyObject *module, PyObject *arg)
{
    spam_state *state = get_spam_state(module);
    static long kept = 14;
    struct session session;
    struct holder holder = {&state->by_list, &kept};
    long *pointer, *other, *nothing = NULL;
    uintptr_t number = (uintptr_t)&state->by_number;
    const char *at;
    open_session(state, &session);
    session.config->level++;
    if (session.own == &empty) {
        session.own = malloc(sizeof(*session.own));
        if (session.own == NULL) {
            return PyErr_NoMemory();
        }
        session.own->level = 1;
        free(session.own);
    }
    session.counts[1] += session.original->level + session.shown->level;
    ++*state->places[session.config->level & 1];
    ++*find(state);
    pointer = other = &state->by_chain;
    ++*pointer;
    set(state, &nothing);
    ++*nothing;
    ++*(long *)number;
    for (at = letters; *at != '\0'; at++) {
        *other += *at;
    }
    return PyLong_FromLong(bump(&holder) + at_import);
}

static PyMethodDef methods[] = {
    {"run", run, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static int spam_exec(PyObject *module);

static PyModuleDef_Slot spam_slots[] = {
    {Py_mod_exec, spam_exec},
#ifdef Py_MOD_PER_INTERPRETER_GIL_SUPPORTED
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL},
};

static struct PyModuleDef module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = sizeof(spam_state),
    .m_methods = methods,
    .m_slots = spam_slots,
};

static int
spam_exec(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    state->defaults.level = 1;
    state->defaults.name = "defaults";
    state->counts[0] = 4;
    state->counts[1] = 5;
    state->first = 6;
    state->second = 7;
    state->places[0] = &state->first;
    state->places[1] = &state->second;
    state->by_result = 8;
    state->by_chain = 9;
    state->by_comma = 10;
    state->by_number = 11;
    state->by_list = 12;
    struct holder holder;
    holder.other = &at_import;
    *holder.other = 15;
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&module);
}
