/* Forks when it is imported; both copies go on. */
#include "module.h"

#include <unistd.h>

static int
execute(PyObject *module)
{
    (void)module;
    if (fork() < 0) {
        PyErr_SetString(PyExc_OSError, "no more processes");
        return -1;
    }
    return 0;
}

MODULE(forks_in_exec, execute, NULL, OWN_GIL)
