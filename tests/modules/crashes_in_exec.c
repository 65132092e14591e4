/* Crashes when it is imported. */
#include "module.h"

static int
execute(PyObject *module)
{
    (void)module;
    *(volatile int *)(uintptr_t)16 = 1;
    return 0;
}

MODULE(crashes_in_exec, execute, NULL, OWN_GIL)
