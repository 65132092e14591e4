/* A limit on the time of what this process does now.  Time in which a thread of it wants a
 * processor and gets none does not count: a busy machine makes nothing hang. */
#ifndef INSULATE_PROBE_DEADLINE_H
#define INSULATE_PROBE_DEADLINE_H

/* After so many seconds `expired` is called in a signal handler; NULL: the process ends
 * by SIGALRM.  There is one deadline in a process: a new one replaces it, 0 removes it.
 * A forked copy has none. */
void deadline_set(int seconds, void (*expired)(void));

/* No deadline until the next one is set; the handler stays. */
void deadline_pause(void);

/* Sets the signal handler already now. */
void deadline_prepare(void);

/* Microseconds that the calling thread has waited for a processor since it began; 0
 * where the kernel does not count them. */
long deadline_waited(void);

#endif
