/* Handles its own crash, on a stack of its own, by an end that looks well. */
#include "module.h"

#include <signal.h>
#include <unistd.h>

static char stack[65536];

static void
quiet(int number)
{
    (void)number;
    _exit(0);
}

static int
execute(PyObject *module)
{
    (void)module;
    stack_t own = {.ss_sp = stack, .ss_size = sizeof stack};
    struct sigaction action = {.sa_handler = quiet, .sa_flags = SA_ONSTACK};
    (void)sigaltstack(&own, NULL);
    (void)sigaction(SIGSEGV, &action, NULL);
    *(volatile int *)8 = 1;
    return 0;
}

MODULE(swallows_crash, execute, NULL, OWN_GIL)
