/* Has the process ignore how its children end. */
#include "module.h"

#include <signal.h>

static int
execute(PyObject *module)
{
    (void)module;
    (void)signal(SIGCHLD, SIG_IGN);
    return 0;
}

MODULE(ignores_children, execute, NULL, OWN_GIL)
