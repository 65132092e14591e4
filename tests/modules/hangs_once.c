/* The second import does not come back, but only the first time that this happens: the
 * file beside the library says so.  What does not happen again may be the machine's doing. */
#define _GNU_SOURCE
#include "module.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

static const char seen[] = ".seen";
static int loaded;

/* Is it the second import of this process, and the first process that comes here? */
static int
is_first_time(void)
{
    char path[4000];
    Dl_info info;
    if (!loaded) {
        loaded = 1;
        return 0;
    }
    if (dladdr(seen, &info) == 0
        || snprintf(path, sizeof path, "%s%s", info.dli_fname, seen) >= (int)sizeof path)
    {
        return 0;
    }
    int file = open(path, O_WRONLY | O_CREAT | O_EXCL, 0600);
    if (file >= 0) {
        (void)close(file);
    }
    return file >= 0;
}

static int
execute(PyObject *module)
{
    while (is_first_time()) {
        (void)pause();
    }
    return PyModule_AddIntConstant(module, "answer", 42);
}

MODULE(hangs_once, execute, NULL, SHARED_GIL)
