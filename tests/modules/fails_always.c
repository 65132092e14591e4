/* Cannot be imported at all. */
#include "module.h"

static int
execute(PyObject *module)
{
    (void)module;
    PyErr_SetString(PyExc_ValueError, "never");
    return -1;
    return 0;
}

MODULE(fails_always, execute, NULL, OWN_GIL)
