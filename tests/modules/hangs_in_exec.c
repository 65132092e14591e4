/* Never comes back from its import. */
#include "module.h"

#include <unistd.h>

static int
execute(PyObject *module)
{
    (void)module;
    for (;;) {
        (void)pause();
    }
    return 0;
}

MODULE(hangs_in_exec, execute, NULL, OWN_GIL)
