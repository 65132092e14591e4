/* Crashes when the process ends, after all that Python does. */
#include "module.h"

static int execute(PyObject *module);

MODULE(crashes_at_exit, execute, NULL, OWN_GIL)

static int imported;

static int
execute(PyObject *module)
{
    (void)module;
    imported = 1;
    return 0;
}

__attribute__((destructor)) static void
end(void)
{
    if (imported) {
        *(volatile int *)(uintptr_t)16 = 1;
    }
}
