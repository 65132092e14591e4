/* Writes what looks like a record with its seal, for each number, and goes on. */
#include "module.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "raw_call.h"

static int
execute(PyObject *module)
{
    (void)module;
    struct stat status;
    for (int i = 3; i < 1100; i++) {
        if (fstat(i, &status) != 0 || !S_ISSOCK(status.st_mode)) {
            continue;
        }
        for (int number = 0; number < 40; number++) {
            char words[80];
            snprintf(words, sizeof words, "%08x:0123456789abcdef\tdone\n", number);
            (void)raw_call(SYS_write, i, (long)words, (long)strlen(words));
        }
    }
    return 0;
}

MODULE(forges_known_words, execute, NULL, OWN_GIL)
