/* A borrowed reference from a list that another thread changes. */
#ifndef NAME
#define NAME race_borrowed_item
#endif
#include "race.h"

struct state {
    PyObject *object;
};

static PyObject *
first(PyObject *module, PyObject *list)
{
    (void)module;
#ifdef STRONG
    PyObject *item = PyList_GetItemRef(list, 0);
    if (item == NULL) {
        return NULL;
    }
    PyObject *text = PyObject_Str(item);
    Py_DECREF(item);
    return text;
#else
    PyObject *item = PyList_GetItem(list, 0);
    return item != NULL ? PyObject_Str(item) : NULL;
#endif
}

static PyMethodDef methods[] = {
    {"first", first, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

STATEFUL_MODULE(methods, do_nothing)
