/* What the call before has kept is released with the mutex held: its finalizer is Python
 * code, which may wait for another thread. */
#ifndef NAME
#define NAME race_finalizer
#endif
#include "race.h"

struct state {
    PyObject *object;
    PyMutex mutex;
};

static PyObject *
keep(PyObject *module, PyObject *object)
{
    struct state *state = PyModule_GetState(module);
    PyMutex_Lock(&state->mutex);
    PyObject *old = state->object;
    state->object = Py_NewRef(object);
#ifndef LATER
    Py_CLEAR(old);
#endif
    PyMutex_Unlock(&state->mutex);
    Py_XDECREF(old);
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    {"keep", keep, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

STATEFUL_MODULE(methods, do_nothing)
