/* The last argument is kept: two threads release the one before. */
#ifndef NAME
#define NAME race_swap
#endif
#include "race.h"

struct state {
    PyObject *object;
    PyMutex mutex;
};

static PyObject *
keep(PyObject *module, PyObject *argument)
{
    struct state *state = PyModule_GetState(module);
#ifdef CRITICAL
    PyObject *old;
    Py_BEGIN_CRITICAL_SECTION(module);
    old = state->object;
    state->object = Py_NewRef(argument);
    Py_END_CRITICAL_SECTION();
    Py_XDECREF(old);
#else
    Py_XDECREF(state->object);
    state->object = Py_NewRef(argument);
#endif
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    {"keep", keep, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

STATEFUL_MODULE(methods, do_nothing)
