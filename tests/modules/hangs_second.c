/* The second import never comes back. */
#include "module.h"

#include <unistd.h>

static int loaded;

static int
execute(PyObject *module)
{
    (void)module;
    while (loaded) {
        (void)pause();
    }
    loaded = 1;
    return 0;
}

MODULE(hangs_second, execute, NULL, SHARED_GIL)
