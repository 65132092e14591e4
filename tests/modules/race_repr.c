/* A mutex that is held while Python code runs, which may wait for another thread. */
#ifndef NAME
#define NAME race_repr
#endif
#include "race.h"

struct state {
    PyObject *object;
    PyMutex mutex;
};

static PyObject *
text(PyObject *module, PyObject *object)
{
    struct state *state = PyModule_GetState(module);
    PyObject *result;
#ifdef CRITICAL
    (void)state;
    Py_BEGIN_CRITICAL_SECTION(module);
    result = PyObject_Repr(object);
    Py_END_CRITICAL_SECTION();
#else
    PyMutex_Lock(&state->mutex);
    result = PyObject_Repr(object);
    PyMutex_Unlock(&state->mutex);
#endif
    return result;
}

static PyMethodDef methods[] = {
    {"text", text, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

STATEFUL_MODULE(methods, do_nothing)
