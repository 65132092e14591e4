/* Signal handlers out of which an unwinder finds the way. */
#ifndef INSULATE_PROBE_SIGNAL_FRAME_H
#define INSULATE_PROBE_SIGNAL_FRAME_H

#include <signal.h>

/* sigaction(), in whose handler backtrace() also has the frames that the signal has
 * interrupted. */
int signal_frame_handle(int signal_number, const struct sigaction *action,
                        struct sigaction *old);

#endif
