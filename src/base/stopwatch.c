#include "base/stopwatch.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/limits.h"

#define LOOK_SECONDS 0.1
#define LATE_SECONDS 0.3 /* a look after more than that came late */

double
seconds_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* Read a small file of /proc whole.  Returns false if it is not there any more. */
static bool
read_small(const char *path, char *text, size_t size)
{
    int file = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t n = file >= 0 ? read(file, text, size - 1) : -1;
    if (file >= 0) {
        close(file);
    }
    text[n > 0 ? n : 0] = '\0';
    return n > 0;
}

/* proc_pid_stat(5): behind the name in parentheses, which may hold anything, come the
 * state and numbers; utime, stime, cutime and cstime are the 11th to 14th of those. */
static bool
read_stat(const char *path, char *out_state, double *out_processor)
{
    char text[1024];
    long ticks[4];
    if (!read_small(path, text, sizeof text)) {
        return false;
    }
    const char *behind = strrchr(text, ')');
    if (behind == NULL
        || sscanf(behind + 1,
                  " %c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %ld %ld %ld %ld",
                  out_state, &ticks[0], &ticks[1], &ticks[2], &ticks[3])
               != 5)
    {
        return false;
    }
    *out_processor = (double)(ticks[0] + ticks[1] + ticks[2] + ticks[3])
                     / (double)sysconf(_SC_CLK_TCK);
    return true;
}

/* Processes still to be looked at: a walk without recursion, since the tree is the
 * module's to make. */
struct queue {
    pid_t pids[LIMIT_CHILD_PROCESSES];
    size_t n, next;
};

static void
add_children(struct queue *queue, const char *path)
{
    char text[4096];
    if (!read_small(path, text, sizeof text)) {
        return;
    }
    char *end;
    for (const char *at = text; queue->n < LIMIT_CHILD_PROCESSES; at = end) {
        long pid = strtol(at, &end, 10);
        if (end == at || *end == '\0') {
            return; /* each number is followed by a blank */
        }
        queue->pids[queue->n++] = (pid_t)pid;
    }
}

static void
look_at_threads(pid_t pid, struct queue *queue, bool *wants)
{
    char path[300];
    snprintf(path, sizeof path, "/proc/%d/task", (int)pid);
    DIR *threads = opendir(path);
    int n = 0;
    for (struct dirent *each; threads != NULL && n < LIMIT_CHILD_THREADS
                              && (each = readdir(threads)) != NULL;)
    {
        char state;
        double ignored;
        if (each->d_name[0] == '.') {
            continue;
        }
        n++;
        snprintf(path, sizeof path, "/proc/%d/task/%.20s/stat", (int)pid, each->d_name);
        if (read_stat(path, &state, &ignored) && (state == 'R' || state == 'D')) {
            *wants = true;
        }
        snprintf(path, sizeof path, "/proc/%d/task/%.20s/children", (int)pid,
                 each->d_name);
        add_children(queue, path);
    }
    if (threads != NULL) {
        closedir(threads);
    }
}

static void
look_at(pid_t pid, struct stopwatch_look *out_look)
{
    struct queue queue = {.pids = {pid}, .n = 1};
    *out_look = (struct stopwatch_look){.now = seconds_now()};
    while (queue.next < queue.n) {
        char path[64];
        char state;
        double processor;
        pid_t each = queue.pids[queue.next++];
        snprintf(path, sizeof path, "/proc/%d/stat", (int)each);
        if (read_stat(path, &state, &processor)) {
            out_look->processor += processor;
            look_at_threads(each, &queue, &out_look->wants);
        }
    }
}

void
stopwatch_start(struct stopwatch *watch, pid_t pid)
{
    double now = seconds_now();
    *watch = (struct stopwatch){.pid = pid, .begin = now, .looked = now};
}

void
stopwatch_advance(struct stopwatch *watch, const struct stopwatch_look *look)
{
    double wall = look->now - watch->looked;
    double used = look->processor - watch->processor;
    double step = wall;
    if (!look->wants && wall > LATE_SECONDS) {
        /* Who looks was kept from it: that the child sleeps now says nothing of the time
         * before. */
        step = used > LATE_SECONDS ? used < wall ? used : wall : LATE_SECONDS;
    }
    else if (look->wants) {
        /* Threads in parallel use more than the time that passes; the time of a process
         * that nobody waited for is lost when it ends. */
        step = used < 0 ? 0 : used < wall ? used : wall;
    }
    watch->seconds += step;
    watch->looked = look->now;
    watch->processor = look->processor;
}

double
stopwatch_read(struct stopwatch *watch)
{
    double now = seconds_now();
    if (now - watch->looked >= LOOK_SECONDS) {
        struct stopwatch_look look;
        look_at(watch->pid, &look);
        stopwatch_advance(watch, &look);
    }
    return watch->seconds;
}

double
stopwatch_end(const struct stopwatch *watch)
{
    return watch->seconds + (seconds_now() - watch->looked);
}

double
stopwatch_wall(const struct stopwatch *watch)
{
    return seconds_now() - watch->begin;
}
