/* Isolated: so many functions that the exercise leaves most of them out. */
#include "module.h"

#include <stdio.h>

enum { FUNCTIONS = 15000, NAME_SIZE = 16 };

static PyObject *
nothing(PyObject *module, PyObject *unused)
{
    (void)module;
    (void)unused;
    Py_RETURN_NONE;
}

static char names[FUNCTIONS][NAME_SIZE];
static PyMethodDef methods[FUNCTIONS + 1];

static int
execute(PyObject *module)
{
    for (int i = 0; i < FUNCTIONS; i++) {
        (void)snprintf(names[i], sizeof names[i], "make_%05d", i);
        methods[i] = (PyMethodDef){names[i], nothing, METH_NOARGS, NULL};
    }
    return PyModule_AddFunctions(module, methods);
}

MODULE(many_functions, execute, NULL, OWN_GIL)
