/* An exception in a static variable, made by the first import and used by all. */
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
    if (Error == NULL) {
        Error = PyErr_NewException("static_exception.Error", NULL, NULL);
    }
    return add_reference(module, "Error", Error);
}

MODULE(static_exception, execute, methods, OWN_GIL)
