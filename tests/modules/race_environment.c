/* The environment of the process, which two threads must not change at a time. */
#include <stdlib.h>

#include "module.h"

static PyObject *
use_zone(PyObject *module, PyObject *name)
{
    (void)module;
    const char *zone = PyUnicode_AsUTF8(name);
    if (zone == NULL) {
        return NULL;
    }
    if (setenv("SPAM_ZONE", zone, 1) < 0) {
        return PyErr_SetFromErrno(PyExc_OSError);
    }
    Py_RETURN_NONE;
}

static int
execute(PyObject *module)
{
    (void)module;
    return 0;
}

static PyMethodDef methods[] = {
    {"use_zone", use_zone, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

MODULE(race_environment, execute, methods, OWN_GIL)
