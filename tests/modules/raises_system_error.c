/* A function that raises SystemError by itself, with a reason of its own. */
#include "module.h"

static PyObject *
refuse(PyObject *module, PyObject *ignored)
{
    (void)module;
    (void)ignored;
    PyErr_SetString(PyExc_SystemError, "the argument is null");
    return NULL;
}

static PyMethodDef functions[] = {
    {"refuse", refuse, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static int
execute(PyObject *module)
{
    (void)module;
    return 0;
}

MODULE(raises_system_error, execute, functions, OWN_GIL)
