/* Never comes back from its import, and holds the GIL all the time. */
#include "module.h"

static int
execute(PyObject *module)
{
    (void)module;
    for (volatile unsigned long i = 0;; i++) {
    }
    return 0;
}

MODULE(spins_in_exec, execute, NULL, OWN_GIL)
