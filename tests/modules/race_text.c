/* A buffer that one function fills and another one makes a string of, each under a
 * lock of its own. */
#ifndef NAME
#define NAME race_text
#endif
#include "race.h"

struct state {
    PyObject *object;
    PyMutex mutex, other_mutex;
    char buffer[40];
};

static PyObject *
put(PyObject *module, PyObject *argument)
{
    struct state *state = PyModule_GetState(module);
    long number = PyLong_AsLong(argument);
    if (number == -1 && PyErr_Occurred()) {
        return NULL;
    }
    PyMutex_Lock(&state->mutex);
    PyOS_snprintf(state->buffer, sizeof state->buffer, "number %ld", number);
    PyMutex_Unlock(&state->mutex);
    Py_RETURN_NONE;
}

static PyObject *
get(PyObject *module, PyObject *unused)
{
    struct state *state = PyModule_GetState(module);
    (void)unused;
#ifdef LOCKED
    PyMutex *mutex = &state->mutex;
#else
    PyMutex *mutex = &state->other_mutex;
#endif
    PyMutex_Lock(mutex);
    PyObject *text = PyUnicode_FromString(state->buffer);
    PyMutex_Unlock(mutex);
    return text;
}

static PyMethodDef methods[] = {
    {"put", put, METH_O, NULL},
    {"get", get, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

STATEFUL_MODULE(methods, do_nothing)
