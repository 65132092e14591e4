/* Signals while files are replaced: those that would cut the work in half wait. */
#ifndef INSULATE_EDIT_SIGNALS_H
#define INSULATE_EDIT_SIGNALS_H

#include <signal.h>

struct signals {
    sigset_t mask;
    struct sigaction io;
};

/* Let all signals that can wait do so, and none end us for a lease (SIGIO). */
void signals_hold(struct signals *out);
/* As before; what waited arrives now. */
void signals_release(const struct signals *signals);

#endif
