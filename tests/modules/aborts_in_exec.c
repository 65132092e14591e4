/* Gives up in its import. */
#include "module.h"

#include <stdlib.h>

static int
execute(PyObject *module)
{
    (void)module;
    abort();
    return 0;
}

MODULE(aborts_in_exec, execute, NULL, OWN_GIL)
