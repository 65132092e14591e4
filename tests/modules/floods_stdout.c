/* Prints a hundred megabytes. */
#include "module.h"

#include <stdio.h>
#include <string.h>

static int
execute(PyObject *module)
{
    (void)module;
    static char line[1 << 16];
    memset(line, 'x', sizeof line - 1);
    for (int i = 0; i < 1600; i++) {
        puts(line);
    }
    return 0;
}

MODULE(floods_stdout, execute, NULL, OWN_GIL)
