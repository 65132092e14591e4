/* A buffer from malloc for the whole process; the pointer stays, its target changes. */
#include "module.h"

#include <stdlib.h>

static long *buffer;

static PyObject *
fill(PyObject *module, PyObject *unused)
{
    (void)module;
    (void)unused;
    if (buffer == NULL && (buffer = calloc(8, sizeof *buffer)) == NULL) {
        return PyErr_NoMemory();
    }
    buffer[0]++;
    return PyLong_FromLong(buffer[0]);
}

static PyMethodDef methods[] = {
    {"fill", fill, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static int
execute(PyObject *module)
{
    (void)module;
    return 0;
}

MODULE(static_buffer, execute, methods, SHARED_GIL)
