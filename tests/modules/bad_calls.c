/* Isolated, but some calls must not be made: the exercise leaves them out. */
#include "module.h"

#include <stdlib.h>
#include <unistd.h>

static PyObject *
dereference(PyObject *module, PyObject *unused)
{
    (void)module;
    (void)unused;
    return PyLong_FromLong(*(volatile int *)(uintptr_t)16);
}

static PyObject *
leave(PyObject *module, PyObject *unused)
{
    (void)module;
    (void)unused;
    exit(5);
    return NULL;
}

static PyObject *
linger(PyObject *module, PyObject *unused)
{
    (void)module;
    (void)unused;
    while (pause() == -1) {
    }
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    {"dereference", dereference, METH_NOARGS, NULL},
    {"leave", leave, METH_NOARGS, NULL},
    {"linger", linger, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static int
execute(PyObject *module)
{
    (void)module;
    return 0;
}

MODULE(bad_calls, execute, methods, OWN_GIL)
