/* Closes a descriptor that others write to. */
#include "module.h"

#include <unistd.h>

static int
execute(PyObject *module)
{
    (void)module;
    (void)close(STDOUT_FILENO);
    return 0;
}

MODULE(closes_stdout, execute, NULL, OWN_GIL)
