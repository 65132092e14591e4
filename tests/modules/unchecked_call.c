/* Isolated, but it hands what PyErr_NewException gave on without a look at it: then it
 * is the interpreter that crashes. */
#include "module.h"

static int
execute(PyObject *module)
{
    PyObject *error = PyErr_NewException("unchecked_call.Error", NULL, NULL);
    if (PyObject_SetAttrString(error, "limit", Py_True) != 0) {
        return -1;
    }
    int status = add_reference(module, "Error", error);
    Py_DECREF(error);
    return status;
}

MODULE(unchecked_call, execute, NULL, OWN_GIL)
