/* Takes the right to open files from the process. */
#include "module.h"

#include <sys/resource.h>

static int
execute(PyObject *module)
{
    (void)module;
    struct rlimit limit = {3, 3};
    (void)setrlimit(RLIMIT_NOFILE, &limit);
    return 0;
}

MODULE(lowers_limits, execute, NULL, OWN_GIL)
