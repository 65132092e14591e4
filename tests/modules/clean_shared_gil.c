/* Isolated, and made for one GIL. */
#include "module.h"

static int
execute(PyObject *module)
{
    PyObject *error = PyErr_NewException("clean_shared_gil.Error", NULL, NULL);
    int status = add_reference(module, "Error", error);
    Py_XDECREF(error);
    return status;
}

MODULE(clean_shared_gil, execute, NULL, SHARED_GIL)
