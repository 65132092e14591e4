/* A macro takes an item out of a list that another thread may change. */
#ifndef NAME
#define NAME race_inline_item
#endif
#include "race.h"

struct state {
    PyObject *object; /* a list */
};

static PyObject *
push(PyObject *module, PyObject *item)
{
    struct state *state = PyModule_GetState(module);
    return PyList_Append(state->object, item) == 0 ? Py_NewRef(Py_None) : NULL;
}

static PyObject *
first(PyObject *module, PyObject *unused)
{
    struct state *state = PyModule_GetState(module);
    PyObject *item = NULL;
    (void)unused;
#ifdef SECTION
    Py_BEGIN_CRITICAL_SECTION(state->object);
#endif
    if (PyList_GET_SIZE(state->object) > 0) {
        item = Py_NewRef(PyList_GET_ITEM(state->object, 0));
    }
#ifdef SECTION
    Py_END_CRITICAL_SECTION();
#endif
    return item != NULL ? item : Py_NewRef(Py_None);
}

static PyMethodDef methods[] = {
    {"first", first, METH_NOARGS, NULL},
    {"push", push, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static int
execute(PyObject *module)
{
    struct state *state = PyModule_GetState(module);
    state->object = PyList_New(0);
    return state->object != NULL ? 0 : -1;
}

STATEFUL_MODULE(methods, execute)
