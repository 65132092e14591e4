#include "edit/signals.h"

#include <stddef.h>

#include "base/macros.h"

void
signals_hold(struct signals *out)
{
    /* SIGIO is ignored at once: one that waited would come when that is over. */
    static const int never[] = {SIGSEGV, SIGBUS,  SIGFPE, SIGILL,
                                SIGABRT, SIGTRAP, SIGSYS, SIGIO};
    struct sigaction ignore = {.sa_handler = SIG_IGN};
    sigset_t set;

    sigfillset(&set);
    for (size_t i = 0; i < ARRAY_LENGTH(never); i++) {
        sigdelset(&set, never[i]);
    }
    sigaction(SIGIO, &ignore, &out->io);
    sigprocmask(SIG_BLOCK, &set, &out->mask);
}

void
signals_release(const struct signals *signals)
{
    sigaction(SIGIO, &signals->io, NULL);
    sigprocmask(SIG_SETMASK, &signals->mask, NULL);
}
