/* A C counter for the whole process: no object, no crash, only wrong numbers. */
#include "module.h"

static long counter;

static PyObject *
number(PyObject *module, PyObject *unused)
{
    (void)module;
    (void)unused;
    return PyLong_FromLong(++counter);
}

static PyMethodDef methods[] = {
    {"number", number, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static int
execute(PyObject *module)
{
    (void)module;
    return 0;
}

MODULE(static_counter, execute, methods, OWN_GIL)
