#include "probe/deadline.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#define MICROSECONDS 1000000L
#define SHORTEST_WAIT 20000L /* between two looks */
#define LISTING_SIZE 4096    /* of the threads of this process, in one piece */

static void (*at_end)(void);
static bool has_handler;
static long begin, used_before, waited_before, limit; /* microseconds */

static long
read_clock(clockid_t clock)
{
    struct timespec time;
    clock_gettime(clock, &time);
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

/* Of all threads: this one may sleep until another one, which has no processor, is done.
 * opendir is not for signal handlers; its records are those of the system call. */
static long
waited_in_all(void)
{
    union {
        struct dirent first;
        char bytes[LISTING_SIZE];
    } listing;
    long sum = 0;
    int folder = open("/proc/self/task", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    for (long size; folder >= 0
                    && (size = syscall(SYS_getdents64, folder, listing.bytes,
                                       sizeof listing.bytes))
                           > 0;)
    {
        const struct dirent *each;
        for (long at = 0; at < size; at += each->d_reclen) {
            char path[64];
            each = (const struct dirent *)(const void *)(listing.bytes + at);
            snprintf(path, sizeof path, "/proc/self/task/%.20s/schedstat",
                     each->d_name);
            sum += each->d_name[0] != '.' ? waited(path) : 0;
        }
    }
    if (folder >= 0) {
        close(folder);
    }
    return sum;
}

/* Microseconds until the time is over. */
static long
time_left(void)
{
    long wall = read_clock(CLOCK_MONOTONIC) - begin;
    long missed = waited_in_all() - waited_before;
    long used = read_clock(CLOCK_PROCESS_CPUTIME_ID) - used_before;
    /* Threads that run in parallel keep each other waiting, and have had the time. */
    long had = missed <= 0 ? wall : missed < wall ? wall - missed : 0;
    had = used > had ? used : had;
    return limit - (had < wall ? had : wall);
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
    long left = time_left();
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
    at_end = expired;
    begin = read_clock(CLOCK_MONOTONIC);
    used_before = read_clock(CLOCK_PROCESS_CPUTIME_ID);
    waited_before = waited_in_all();
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
