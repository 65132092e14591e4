/* Isolated, but one call never comes back and holds the GIL all the time. */
#include "module.h"

static PyObject *
ponder(PyObject *module, PyObject *unused)
{
    (void)module;
    (void)unused;
    for (volatile unsigned long i = 0;; i++) {
    }
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    {"ponder", ponder, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static int
execute(PyObject *module)
{
    (void)module;
    return 0;
}

MODULE(spins_in_call, execute, methods, OWN_GIL)
