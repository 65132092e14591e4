/* A borrowed reference from a dictionary that another thread changes. */
#ifndef NAME
#define NAME race_borrowed_value
#endif
#include "race.h"

struct state {
    PyObject *object;
};

static PyObject *
look_up(PyObject *module, PyObject *dict)
{
    (void)module;
#ifdef STRONG
    PyObject *value;
    if (PyDict_GetItemStringRef(dict, "key", &value) <= 0) {
        return PyErr_Occurred() ? NULL : Py_NewRef(Py_None);
    }
    PyObject *text = PyObject_Str(value);
    Py_DECREF(value);
    return text;
#else
    PyObject *value = PyDict_GetItemString(dict, "key");
    return value != NULL ? PyObject_Str(value) : Py_NewRef(Py_None);
#endif
}

static PyMethodDef methods[] = {
    {"look_up", look_up, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

STATEFUL_MODULE(methods, do_nothing)
