/* A function that ends the process by itself where it finds nothing else to do: that is
 * what it is for. */
#include "module.h"

#include <assert.h>

static PyObject *
give_all(PyObject *module, PyObject *ignored)
{
    (void)module;
    (void)ignored;
    Py_FatalError("nothing is left");
    return NULL;
}

static PyObject *
give_some(PyObject *module, PyObject *ignored)
{
    (void)module;
    (void)ignored;
    assert(module == ignored);
    Py_RETURN_NONE;
}

static PyObject *
take(PyObject *module, PyObject *ignored)
{
    (void)module;
    (void)ignored;
    Py_RETURN_NONE;
}

static PyMethodDef functions[] = {
    {"give_all", give_all, METH_NOARGS, NULL},
    {"give_some", give_some, METH_NOARGS, NULL},
    {"take", take, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static int
execute(PyObject *module)
{
    (void)module;
    return 0;
}

MODULE(gives_up, execute, functions, OWN_GIL)
