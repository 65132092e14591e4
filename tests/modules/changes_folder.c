/* Leaves the folder that the program works in. */
#include "module.h"

#include <unistd.h>

static int
execute(PyObject *module)
{
    (void)module;
    if (chdir("/") != 0) {
        PyErr_SetFromErrno(PyExc_OSError);
        return -1;
    }
    return 0;
}

MODULE(changes_folder, execute, NULL, OWN_GIL)
