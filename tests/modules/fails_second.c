/* The second import fails, but not as a refusal does. */
#include "module.h"

static int loaded;

static int
execute(PyObject *module)
{
    (void)module;
    if (loaded++) {
        PyErr_SetString(PyExc_RuntimeError, "not again");
        return -1;
    }
    return 0;
}

MODULE(fails_second, execute, NULL, SHARED_GIL)
