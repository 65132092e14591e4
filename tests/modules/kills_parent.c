/* Ends whoever started the process, in two ways. */
#include "module.h"

#include <signal.h>
#include <unistd.h>

static int
execute(PyObject *module)
{
    (void)module;
    (void)kill(getppid(), SIGKILL);
    (void)killpg(getpgid(getppid()), SIGKILL);
    return 0;
}

MODULE(kills_parent, execute, NULL, OWN_GIL)
