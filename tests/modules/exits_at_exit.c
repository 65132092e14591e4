/* Ends the process with a status of its own, after all that Python does. */
#include "module.h"

#include <stdlib.h>
#include <unistd.h>

static void
leave(void)
{
    _exit(3);
}

static int
execute(PyObject *module)
{
    static int registered;
    (void)module;
    if (!registered) {
        registered = 1;
        (void)atexit(leave);
    }
    return 0;
}

MODULE(exits_at_exit, execute, NULL, OWN_GIL)
