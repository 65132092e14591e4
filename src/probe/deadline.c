#include "probe/deadline.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#define MICROSECONDS 1000000L
#define SHORTEST_WAIT 20000L /* between two looks */

static char counters[64]; /* path of those of the thread that set the deadline */
static void (*at_end)(void);
static bool has_handler;
static long begin, waited_before, limit; /* microseconds */

static long
now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * MICROSECONDS + time.tv_nsec / 1000;
}

/* The second number of schedstat: nanoseconds spent waiting on a run queue
 * (Documentation/scheduler/sched-stats.rst).  May be called in a signal handler. */
static long
waited(const char *path)
{
    char text[128];
    char *second;
    int file = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t size = file >= 0 ? read(file, text, sizeof text - 1) : -1;
    if (file >= 0) {
        close(file);
    }
    text[size > 0 ? size : 0] = '\0';
    (void)strtoull(text, &second, 10);
    return (long)(strtoull(second, NULL, 10) / 1000);
}

static void
set_timer(long microseconds)
{
    struct itimerval timer = {
        .it_value = {microseconds / MICROSECONDS, microseconds % MICROSECONDS}};
    setitimer(ITIMER_REAL, &timer, NULL);
}

static void
look(int signal_number)
{
    int saved = errno;
    long left = limit - (now() - begin) + (waited(counters) - waited_before);
    if (left > 0) {
        set_timer(left > SHORTEST_WAIT ? left : SHORTEST_WAIT);
    }
    else if (at_end != NULL) {
        at_end();
    }
    else {
        signal(signal_number, SIG_DFL);
        raise(signal_number);
    }
    errno = saved;
}

/* Once only: a handler that the module puts in its place is the module's doing, which
 * others report. */
void
deadline_prepare(void)
{
    struct sigaction action;
    if (has_handler) {
        return;
    }
    memset(&action, 0, sizeof action);
    /* What the signal interrupts goes on: the time may not be over. */
    action.sa_handler = look;
    action.sa_flags = SA_RESTART | SA_NODEFER | SA_ONSTACK;
    sigaction(SIGALRM, &action, NULL);
    has_handler = true;
}

void
deadline_set(int seconds, void (*expired)(void))
{
    if (seconds == 0) {
        set_timer(0);
        signal(SIGALRM, SIG_DFL);
        has_handler = false;
        return;
    }
    snprintf(counters, sizeof counters, "/proc/self/task/%d/schedstat", (int)gettid());
    at_end = expired;
    begin = now();
    waited_before = waited(counters);
    limit = seconds * MICROSECONDS;
    deadline_prepare();
    set_timer(limit);
}

void
deadline_pause(void)
{
    set_timer(0);
}

long
deadline_waited(void)
{
    char path[64];
    snprintf(path, sizeof path, "/proc/self/task/%d/schedstat", (int)gettid());
    return waited(path);
}
