/* The memory of a bytearray that the caller holds, without its lock. */
#ifndef NAME
#define NAME race_bytearray
#endif
#include "race.h"

struct state {
    PyObject *object;
};

static PyObject *
fill(PyObject *module, PyObject *object)
{
    (void)module;
    if (!PyByteArray_CheckExact(object)) {
        PyErr_SetString(PyExc_TypeError, "a bytearray is needed");
        return NULL;
    }
#ifdef CRITICAL
    Py_BEGIN_CRITICAL_SECTION(object);
#endif
    char *text = PyByteArray_AsString(object);
    for (Py_ssize_t i = 0; i < PyByteArray_Size(object); i++) {
        text[i] = 'a';
    }
#ifdef CRITICAL
    Py_END_CRITICAL_SECTION();
#endif
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    {"fill", fill, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

STATEFUL_MODULE(methods, do_nothing)
