/* Has itself traced, and sends itself a signal. */
#include "module.h"

#include <signal.h>
#include <sys/ptrace.h>

static int
execute(PyObject *module)
{
    (void)module;
    (void)ptrace(PTRACE_TRACEME, 0, NULL, NULL);
    (void)raise(SIGUSR1);
    return 0;
}

MODULE(traces_itself, execute, NULL, OWN_GIL)
