/* Blocks signals, and lowers the priority of the process. */
#include "module.h"

#include <signal.h>
#include <unistd.h>

static int
execute(PyObject *module)
{
    (void)module;
    sigset_t signals;
    (void)sigfillset(&signals);
    (void)sigprocmask(SIG_BLOCK, &signals, NULL);
    if (nice(1) == -1) {
        return 0;
    }
    return 0;
}

MODULE(changes_mask, execute, NULL, OWN_GIL)
