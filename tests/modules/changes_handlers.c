/* Takes over a signal that the application may need. */
#include "module.h"

#include <signal.h>

static void
forget(int number)
{
    (void)number;
}

static int
execute(PyObject *module)
{
    (void)module;
    (void)signal(SIGUSR1, forget);
    return 0;
}

MODULE(changes_handlers, execute, NULL, OWN_GIL)
