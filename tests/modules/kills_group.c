/* Ends its own process group. */
#include "module.h"

#include <signal.h>

static int
execute(PyObject *module)
{
    (void)module;
    (void)kill(0, SIGKILL);
    return 0;
}

MODULE(kills_group, execute, NULL, OWN_GIL)
