/* Removes the file that it was loaded from. */
#define _GNU_SOURCE
#include "module.h"

#include <dlfcn.h>
#include <unistd.h>

static int here;

static int
execute(PyObject *module)
{
    (void)module;
    Dl_info info;
    if (dladdr(&here, &info) != 0) {
        (void)unlink(info.dli_fname);
    }
    return 0;
}

MODULE(removes_itself, execute, NULL, OWN_GIL)
