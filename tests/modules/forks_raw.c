/* A fork bomb without the C library, whose processes leave their group. */
#include "module.h"

#include <signal.h>
#include <time.h>

#include "raw_call.h"

static long
raw_fork(void)
{
#ifdef SYS_fork
    return raw_call(SYS_fork, 0, 0, 0);
#else
    return raw_call(SYS_clone, SIGCHLD, 0, 0);
#endif
}

static int
execute(PyObject *module)
{
    struct timespec long_time = {300, 0};
    (void)module;
    for (int i = 0; i < 11; i++) {
        (void)raw_fork();
        (void)raw_call(SYS_setsid, 0, 0, 0);
    }
    (void)raw_call(SYS_nanosleep, (long)&long_time, 0, 0);
    return 0;
}

MODULE(forks_raw, execute, NULL, OWN_GIL)
