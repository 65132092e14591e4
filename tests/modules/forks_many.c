/* Starts many processes, and no more than it may.  They outlive the import. */
#include "module.h"

#include <time.h>
#include <unistd.h>

static int
execute(PyObject *module)
{
    struct timespec time = {1, 0};
    (void)module;
    for (int i = 0; i < 110; i++) {
        pid_t pid = fork();
        if (pid == 0) {
            for (;;) {
                (void)pause();
            }
        }
    }
    (void)nanosleep(&time, NULL);
    return 0;
}

MODULE(forks_many, execute, NULL, OWN_GIL)
