/* Isolated, and silent about it. */
#include "module.h"

static int
execute(PyObject *module)
{
    PyObject *error = PyErr_NewException("clean_undeclared.Error", NULL, NULL);
    int status = add_reference(module, "Error", error);
    Py_XDECREF(error);
    return status;
}

MODULE(clean_undeclared, execute, NULL, UNDECLARED)
