/* Starts a process that leaves group and session and stays. */
#include "module.h"

#include <unistd.h>

static int
execute(PyObject *module)
{
    (void)module;
    if (fork() == 0) {
        (void)setsid();
        if (fork() == 0) {
            (void)sleep(1000);
        }
        _exit(0);
    }
    return 0;
}

MODULE(leaves_daemon, execute, NULL, OWN_GIL)
