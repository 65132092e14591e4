/* Stops the process: nobody tells it to go on. */
#include "module.h"

#include <signal.h>

static int
execute(PyObject *module)
{
    (void)module;
    (void)raise(SIGSTOP);
    return 0;
}

MODULE(stops_itself, execute, NULL, OWN_GIL)
