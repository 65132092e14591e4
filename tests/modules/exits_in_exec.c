/* Ends the process when it is imported. */
#include "module.h"

#include <stdlib.h>

static int
execute(PyObject *module)
{
    (void)module;
    exit(3);
    return 0;
}

MODULE(exits_in_exec, execute, NULL, OWN_GIL)
