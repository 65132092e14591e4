/* Signals its parent without the C library. */
#include "module.h"

#include <signal.h>
#include <unistd.h>

#include "raw_call.h"

static int
execute(PyObject *module)
{
    (void)module;
    (void)raw_call(SYS_kill, getppid(), SIGKILL, 0);
    (void)raw_call(SYS_kill, -1, SIGKILL, 0);
    return 0;
}

MODULE(kills_raw, execute, NULL, OWN_GIL)
