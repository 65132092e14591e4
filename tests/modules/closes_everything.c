/* Closes whatever the process has open, as for a daemon. */
#include "module.h"

#include <unistd.h>

static int
execute(PyObject *module)
{
    (void)module;
    for (int i = 3; i < 1024; i++) {
        (void)close(i);
    }
    return 0;
}

MODULE(closes_everything, execute, NULL, OWN_GIL)
