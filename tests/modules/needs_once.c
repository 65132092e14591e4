/* Isolated itself, but it needs an extension that refuses a second interpreter. */
#include "module.h"

static int
execute(PyObject *module)
{
    PyObject *needed = PyImport_ImportModule("once_guard");
    if (needed == NULL) {
        return -1;
    }
    int status = add_reference(module, "needed", needed);
    Py_DECREF(needed);
    return status;
}

MODULE(needs_once, execute, NULL, SHARED_GIL)
