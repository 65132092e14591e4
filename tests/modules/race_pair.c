/* Two numbers that belong together, read while another thread has written one of them. */
#ifndef NAME
#define NAME race_pair
#endif
#include "race.h"

struct state {
    PyObject *object;
    PyMutex mutex;
    long first, second;
};

static PyObject *
put(PyObject *module, PyObject *argument)
{
    struct state *state = PyModule_GetState(module);
    long number = PyLong_AsLong(argument);
    if (number == -1 && PyErr_Occurred()) {
        return NULL;
    }
    LOCK(&state->mutex);
    state->first = number;
    state->second = -number;
    UNLOCK(&state->mutex);
    Py_RETURN_NONE;
}

static PyObject *
get(PyObject *module, PyObject *unused)
{
    struct state *state = PyModule_GetState(module);
    (void)unused;
    LOCK(&state->mutex);
    long first = state->first;
    long second = state->second;
    UNLOCK(&state->mutex);
    return Py_BuildValue("(ll)", first, second);
}

static PyMethodDef methods[] = {
    {"put", put, METH_O, NULL},
    {"get", get, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

STATEFUL_MODULE(methods, do_nothing)
