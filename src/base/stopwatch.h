/* How long a child has had, on a machine that may be busy with other work.
 *
 * Wall time alone takes a child that waits for a processor for one that hangs.  This
 * clock goes with the wall time while the child and all that it started sleep, and with
 * their processor time while one of them runs or wants to: a busy loop and a lock that
 * nobody releases are as late as on an idle machine, a child without its share of the
 * processors is not.  Nor does time count that nobody watched: where the looks come late,
 * the watching process waits for a processor, too. */
#ifndef INSULATE_BASE_STOPWATCH_H
#define INSULATE_BASE_STOPWATCH_H

#include <stdbool.h>
#include <sys/types.h>

/* Seconds of the monotonic clock. */
double seconds_now(void);

struct stopwatch {
    pid_t pid;        /* the child whose time it is */
    double begin;     /* wall time, in seconds of the monotonic clock */
    double looked;    /* the same, of the last look */
    double processor; /* seconds used until then */
    double seconds;   /* on this clock until then */
};

/* What one look at the child and its descendants sees. */
struct stopwatch_look {
    double now;       /* seconds of the monotonic clock */
    double processor; /* seconds used by those alive, and by those they waited for */
    bool wants;       /* one of their threads runs, waits for a processor or for a
                         disk */
};

void stopwatch_start(struct stopwatch *watch, pid_t pid);

/* Seconds on this clock until the last look at /proc, which is taken every 100 ms.
 * Without /proc it is wall time. */
double stopwatch_read(struct stopwatch *watch);

/* The same until now, when the child has ended. */
double stopwatch_end(const struct stopwatch *watch);

/* Wall seconds since the start. */
double stopwatch_wall(const struct stopwatch *watch);

/* Move the clock on to LOOK. */
void stopwatch_advance(struct stopwatch *watch, const struct stopwatch_look *look);

#endif
