/* A harmless function at the end of the process, and one at the end of Python. */
#include "module.h"

#include <stdlib.h>

static void
end(void)
{
}

static int
execute(PyObject *module)
{
    static const char *const order[] = {"first", "second"};
    (void)module;
    (void)order;
    if (Py_AtExit(end) != 0) {
        PyErr_Clear(); /* no room for one more: nothing depends on it */
    }
    return atexit(end) == 0 ? 0 : -1;
}

MODULE(clean_atexit, execute, NULL, OWN_GIL)
