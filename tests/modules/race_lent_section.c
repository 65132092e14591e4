/* What a dictionary lends is taken behind the section that guards it, or within. */
#ifndef NAME
#define NAME race_lent_section
#endif
#include "race.h"

struct state {
    PyObject *object;
};

static PyObject *
put(PyObject *module, PyObject *key)
{
    struct state *state = PyModule_GetState(module);
    PyObject *value = PyByteArray_FromStringAndSize("abc", 3);
    if (value == NULL) {
        return NULL;
    }
    int result;
    Py_BEGIN_CRITICAL_SECTION(state->object);
    result = PyDict_SetItem(state->object, key, value);
    Py_END_CRITICAL_SECTION();
    Py_DECREF(value);
    if (result < 0) {
        return NULL;
    }
    Py_RETURN_NONE;
}

static PyObject *
get(PyObject *module, PyObject *key)
{
    struct state *state = PyModule_GetState(module);
    PyObject *value;
    Py_BEGIN_CRITICAL_SECTION(state->object);
    value = PyDict_GetItemWithError(state->object, key);
#ifdef LOCKED
    Py_XINCREF(value);
#endif
    Py_END_CRITICAL_SECTION();
#ifndef LOCKED
    Py_XINCREF(value);
#endif
    if (value == NULL && !PyErr_Occurred()) {
        Py_RETURN_NONE;
    }
    return value;
}

static PyMethodDef methods[] = {
    {"put", put, METH_O, NULL},
    {"get", get, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static int
execute(PyObject *module)
{
    struct state *state = PyModule_GetState(module);
    state->object = PyDict_New();
    return state->object != NULL ? 0 : -1;
}

STATEFUL_MODULE(methods, execute)
