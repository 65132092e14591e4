/* Starts a timer in the second import, and nobody handles its signal. */
#include "module.h"

#include <sys/time.h>
#include <unistd.h>

static int
execute(PyObject *module)
{
    (void)module;
    static int n_imports;
    if (n_imports++ == 1) {
        struct itimerval timer = {.it_value = {0, 20000}};
        (void)setitimer(ITIMER_REAL, &timer, NULL);
        (void)pause();
    }
    return 0;
}

MODULE(sets_timer, execute, NULL, OWN_GIL)
