/* A function that fails without an exception. */
#include "module.h"

static PyObject *
refuse(PyObject *module, PyObject *ignored)
{
    (void)module;
    (void)ignored;
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

MODULE(returns_null, execute, functions, OWN_GIL)
