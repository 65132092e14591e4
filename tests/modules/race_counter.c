/* An update of a counter in the module state that another thread's update undoes. */
#ifndef NAME
#define NAME race_counter
#endif
#include "race.h"

struct state {
    PyObject *object;
    PyMutex mutex;
    _Atomic long n_atomic;
    long n;
};

static PyObject *
count(PyObject *module, PyObject *unused)
{
    struct state *state = PyModule_GetState(module);
    (void)unused;
#ifdef ATOMIC
    atomic_fetch_add(&state->n_atomic, 1);
#else
    LOCK(&state->mutex);
    state->n++;
    UNLOCK(&state->mutex);
#endif
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    {"count", count, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

STATEFUL_MODULE(methods, do_nothing)
