/* Isolated itself, but it needs an extension whose second import crashes. */
#include "module.h"

static int
execute(PyObject *module)
{
    PyObject *needed = PyImport_ImportModule("crashes_second");
    if (needed == NULL) {
        return -1;
    }
    int status = add_reference(module, "needed", needed);
    Py_DECREF(needed);
    return status;
}

MODULE(needs_crashing, execute, NULL, SHARED_GIL)
