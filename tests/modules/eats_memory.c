/* Takes memory until there is none, and does not mind. */
#include "module.h"

#include <stdlib.h>
#include <string.h>

static int
execute(PyObject *module)
{
    (void)module;
    for (;;) {
        size_t size = (size_t)64 << 20;
        char *block = malloc(size);
        if (block == NULL) {
            PyErr_NoMemory();
            return -1;
        }
        memset(block, 1, size);
    }
    return 0;
}

MODULE(eats_memory, execute, NULL, OWN_GIL)
