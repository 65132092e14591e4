/* A reference that a dictionary of the module lends, while another thread may replace the
 * value. */
#ifndef NAME
#define NAME race_lent
#endif
#include "race.h"

struct state {
    PyObject *object;
};

static PyObject *
look_up(PyObject *module, PyObject *key)
{
    struct state *state = PyModule_GetState(module);
#ifdef STRONG
    PyObject *value;
    if (PyDict_GetItemRef(state->object, key, &value) < 0) {
        return NULL;
    }
    if (value == NULL) {
        Py_RETURN_NONE;
    }
    return value;
#else
    PyObject *value = PyDict_GetItemWithError(state->object, key);
    if (value == NULL && !PyErr_Occurred()) {
        Py_RETURN_NONE;
    }
    return Py_XNewRef(value);
#endif
}

static int
execute(PyObject *module)
{
    struct state *state = PyModule_GetState(module);
    state->object = PyDict_New();
    return state->object != NULL ? 0 : -1;
}

static PyMethodDef methods[] = {
    {"look_up", look_up, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

STATEFUL_MODULE(methods, execute)
