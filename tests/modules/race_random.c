/* The C library's random numbers: one function sets their seed, another one takes the next of
 * them, each under a lock of its own. */
#ifndef NAME
#define NAME race_random
#endif
#include "race.h"

#include <stdlib.h>

struct state {
    PyObject *object;
    PyMutex mutex, other_mutex;
};

static PyObject *
seed(PyObject *module, PyObject *unused)
{
    struct state *state = PyModule_GetState(module);
    (void)unused;
    PyMutex_Lock(&state->mutex);
    srand(1);
    PyMutex_Unlock(&state->mutex);
    Py_RETURN_NONE;
}

static PyObject *
next(PyObject *module, PyObject *unused)
{
    struct state *state = PyModule_GetState(module);
    (void)unused;
#ifdef LOCKED
    PyMutex *mutex = &state->mutex;
#else
    PyMutex *mutex = &state->other_mutex;
#endif
    PyMutex_Lock(mutex);
    long number = rand();
    PyMutex_Unlock(mutex);
    return PyLong_FromLong(number);
}

static PyMethodDef methods[] = {
    {"seed", seed, METH_NOARGS, NULL},
    {"next", next, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

STATEFUL_MODULE(methods, do_nothing)
