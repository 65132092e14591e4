/* A fork bomb. */
#include "module.h"

#include <unistd.h>

static int
execute(PyObject *module)
{
    (void)module;
    while (fork() >= 0) {
    }
    for (;;) {
        (void)pause();
    }
    return 0;
}

MODULE(forks_for_ever, execute, NULL, OWN_GIL)
