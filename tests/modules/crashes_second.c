/* The second import crashes. */
#include "module.h"

static int loaded;

static int
execute(PyObject *module)
{
    (void)module;
    if (loaded++) {
        *(volatile int *)(uintptr_t)16 = 1;
    }
    return 0;
}

MODULE(crashes_second, execute, NULL, SHARED_GIL)
