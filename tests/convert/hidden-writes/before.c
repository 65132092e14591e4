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

static struct config defaults = {1, "defaults"};
static struct config original = {2, "original"};
static struct config shown = {3, "shown"};
static struct config empty = {0, "empty"}; /* never written */
static long counts[2] = {4, 5};
static long first = 6, second = 7;
static long *const places[] = {&first, &second};
static long by_result = 8, by_chain = 9, by_comma = 10, by_number = 11, by_list = 12;
static long at_import = 13;
static char letters[] = "letters";

struct holder {
    long *place;
    long *other;
};

static long *
find(void)
{
    return &by_result;
}

static void
set(long **place)
{
    *place = &by_comma;
}

static long
bump(const struct holder *holder)
{
    return ++*holder->place + *holder->other;
}

static void
open_session(struct session *session)
{
    session->config = &defaults;
    session->own = &empty;
    session->original = &original;
    session->shown = &shown;
    session->counts = counts;
}

static PyObject *
run(PyObject *module, PyObject *arg)
{
    static long kept = 14;
    struct session session;
    struct holder holder = {&by_list, &kept};
    long *pointer, *other, *nothing = NULL;
    uintptr_t number = (uintptr_t)&by_number;
    const char *at;
    open_session(&session);
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
    ++*places[session.config->level & 1];
    ++*find();
    pointer = other = &by_chain;
    ++*pointer;
    set(&nothing);
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

static struct PyModuleDef module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = -1, .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    struct holder holder;
    holder.other = &at_import;
    *holder.other = 15;
    return PyModule_Create(&module);
}
