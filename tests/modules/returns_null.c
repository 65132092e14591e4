/* A function that fails without an exception. */
#include "module.h"

static PyObject *
refuse(PyObject *module, PyObject *ignored)
{
    (void)module;
    (void)ignored;
    return NULL;
}

static PyObject *
admit(PyObject *module, PyObject *ignored)
{
    (void)module;
    (void)ignored;
    Py_RETURN_NONE;
}

static PyMethodDef functions[] = {
    {"admit", admit, METH_NOARGS, NULL},
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
