/* Isolated, but it fails without an exception when memory runs out. */
#include "module.h"

static int
execute(PyObject *module)
{
    PyObject *names = PyList_New(10000);
    if (names == NULL) {
        PyErr_Clear();
        return -1;
    }
    int status = add_reference(module, "names", names);
    Py_DECREF(names);
    return status;
}

MODULE(drops_exception, execute, NULL, OWN_GIL)
