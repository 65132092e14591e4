/* An exception in a static variable that every import replaces. */
#include "module.h"

static PyObject *Error;

static PyObject *
fail(PyObject *module, PyObject *unused)
{
    (void)module;
    (void)unused;
    PyErr_SetString(Error, "as asked");
    return NULL;
}

static PyMethodDef methods[] = {
    {"fail", fail, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static int
execute(PyObject *module)
{
    Error = PyErr_NewException("replaced_exception.Error", NULL, NULL);
    return add_reference(module, "Error", Error);
}

MODULE(replaced_exception, execute, methods, SHARED_GIL)
