/* Waiting for another thread, without a lock of the C library or the interpreter: also
 * in a signal handler. */
#ifndef INSULATE_PROBE_WAKE_UP_H
#define INSULATE_PROBE_WAKE_UP_H

#include <stdatomic.h>

struct wake_up {
    atomic_int count; /* of changes */
};

/* Waits until COUNT is no longer SEEN, or for some microseconds (below 0: for ever). */
void wake_up_wait(struct wake_up *wake_up, int seen, long microseconds);
void wake_up_all(struct wake_up *wake_up);

#endif
