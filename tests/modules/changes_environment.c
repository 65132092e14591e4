/* Puts a variable into the environment, and takes one out. */
#include "module.h"

#include <stdlib.h>

static int
execute(PyObject *module)
{
    (void)module;
    (void)setenv("TZ", "never-told", 1);
    (void)unsetenv("PATH");
    return 0;
}

MODULE(changes_environment, execute, NULL, OWN_GIL)
