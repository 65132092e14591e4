#include "base/budget.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/macros.h"
#include "base/strbuf.h"

enum {
    LOOK_MS = 20,
    PIECES_MOST = 64, /* threads that work at the same time */
    NAMED_MOST = 3,   /* pieces that a message names */
};

/* Bytes: for the program and one unit, for each unit that is parsed at the same time,
 * for what is kept of each. */
#define MEMORY_BASE (2LL << 30)
#define MEMORY_PER_JOB (512LL << 20)
#define MEMORY_PER_PIECE (64LL << 20)

/* What one thread works on. */
struct piece {
    const char *what; /* NULL: nothing */
    pthread_t thread;
    clockid_t clock;
    double begin; /* seconds on that clock */
};

static struct {
    pthread_mutex_t mutex;
    pthread_cond_t changed;
    pthread_t watcher;
    bool is_running;
    struct budget budget;
    int64_t memory; /* the limit that holds now; 0: none */
    struct piece pieces[PIECES_MOST];
    budget_exceeded *exceeded;
    void *data;
} watch = {.mutex = PTHREAD_MUTEX_INITIALIZER};

/* --- the use -------------------------------------------------------------- */

static double
clock_seconds(clockid_t clock)
{
    struct timespec time;
    return clock_gettime(clock, &time) == 0 ? (double)time.tv_sec + (double)time.tv_nsec / 1e9
                                            : 0;
}

/* The number that FILE (of /proc or a control group) begins with, behind N_SKIPPED
 * others; 0 if there is none.  Allocates nothing: memory may be short. */
static int64_t
number_in(const char *file, int n_skipped)
{
    char text[128];
    int fd = open(file, O_RDONLY | O_CLOEXEC);
    ssize_t size = fd >= 0 ? read(fd, text, sizeof text - 1) : 0;
    if (fd >= 0) {
        close(fd);
    }
    text[size > 0 ? size : 0] = '\0';
    char *at = text;
    for (int i = 0; i < n_skipped; i++) {
        at += strcspn(at, " ");
        at += *at == ' ';
    }
    return strtoll(at, NULL, 10);
}

/* Bytes of memory that the process holds now; 0 where nobody knows. */
static int64_t
memory_held(void)
{
    return number_in("/proc/self/statm", 1) * sysconf(_SC_PAGESIZE);
}

/* Bytes that this process may have at most: of the machine, or of the container. */
static int64_t
memory_of_machine(void)
{
    static const char *const limits[] = {"/sys/fs/cgroup/memory.max",
                                         "/sys/fs/cgroup/memory/memory.limit_in_bytes"};
    int64_t most = (int64_t)sysconf(_SC_PHYS_PAGES) * sysconf(_SC_PAGESIZE);
    for (size_t i = 0; i < ARRAY_LENGTH(limits); i++) {
        int64_t limit = number_in(limits[i], 0);
        most = limit > 0 && limit < most ? limit : most;
    }
    return most;
}

/* --- the watch ------------------------------------------------------------ */

/* The names of what is worked on. */
static void
print_pieces(struct strbuf *out)
{
    size_t n = 0;
    for (size_t i = 0; i < PIECES_MOST; i++) {
        if (watch.pieces[i].what != NULL && ++n <= NAMED_MOST) {
            strbuf_format(out, "%s%s", n == 1 ? "" : ", ", watch.pieces[i].what);
        }
    }
    if (n > NAMED_MOST) {
        strbuf_format(out, " and %zu more", n - NAMED_MOST);
    }
    if (n == 0) {
        strbuf_add_string(out, "this run");
    }
}

/* Say in OUT which limit the run is above.  Returns false if it is above none. */
static bool
is_exceeded(struct strbuf *out)
{
    const struct budget *budget = &watch.budget;
    for (size_t i = 0; i < PIECES_MOST; i++) {
        const struct piece *piece = &watch.pieces[i];
        if (piece->what != NULL
            && clock_seconds(piece->clock) - piece->begin > budget->seconds_each)
        {
            strbuf_format(out,
                          "%s: reading this file exceeds the limit of %g s of CPU "
                          "time; raise it with --max-time",
                          piece->what, budget->seconds_each);
            return true;
        }
    }
    if (clock_seconds(CLOCK_PROCESS_CPUTIME_ID) > budget->seconds_all) {
        strbuf_format(out,
                      "the run exceeds the limit of %g s of CPU time; raise it with "
                      "--max-time",
                      budget->seconds_all);
        return true;
    }
    if (watch.memory != 0 && memory_held() > watch.memory) {
        print_pieces(out);
        strbuf_format(out,
                      ": the limit of %lld MiB of memory is exceeded; raise it with "
                      "--max-memory",
                      (long long)(watch.memory >> 20));
        return true;
    }
    return false;
}

static void *
look(void *data)
{
    (void)data;
    struct strbuf message = STRBUF_INIT;
    pthread_mutex_lock(&watch.mutex);
    while (watch.is_running) {
        struct timespec until;
        clock_gettime(CLOCK_MONOTONIC, &until);
        until.tv_nsec += LOOK_MS * 1000000L;
        until.tv_sec += until.tv_nsec / 1000000000L;
        until.tv_nsec %= 1000000000L;
        pthread_cond_timedwait(&watch.changed, &watch.mutex, &until);
        if (watch.is_running && is_exceeded(&message)) {
            watch.exceeded(watch.data, message.text);
        }
    }
    pthread_mutex_unlock(&watch.mutex);
    return NULL;
}

void
budget_begin(const struct budget *budget, budget_exceeded *exceeded, void *data)
{
    pthread_condattr_t attributes;
    watch.budget = *budget;
    watch.memory = budget->memory;
    watch.exceeded = exceeded;
    watch.data = data;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&watch.changed, &attributes);
    pthread_condattr_destroy(&attributes);
    pthread_mutex_lock(&watch.mutex);
    watch.is_running = true;
    /* Without a thread the run goes on as it would without limits. */
    watch.is_running = pthread_create(&watch.watcher, NULL, look, NULL) == 0;
    pthread_mutex_unlock(&watch.mutex);
}

void
budget_end(void)
{
    pthread_mutex_lock(&watch.mutex);
    bool was_running = watch.is_running;
    watch.is_running = false;
    if (was_running) {
        pthread_cond_signal(&watch.changed);
    }
    pthread_mutex_unlock(&watch.mutex);
    if (was_running) {
        pthread_join(watch.watcher, NULL);
        pthread_cond_destroy(&watch.changed);
    }
}

void
budget_expect(size_t n_pieces, size_t n_jobs)
{
    int64_t most = memory_of_machine() / 4 * 3;
    int64_t wanted = MEMORY_BASE + (int64_t)n_jobs * MEMORY_PER_JOB
                     + (int64_t)n_pieces * MEMORY_PER_PIECE;
    wanted = wanted < most ? wanted : most;
    pthread_mutex_lock(&watch.mutex);
    if (watch.budget.memory == 0 && wanted > watch.memory) {
        watch.memory = wanted;
    }
    pthread_mutex_unlock(&watch.mutex);
}

void
budget_enter(const char *what)
{
    struct piece piece = {.what = what, .thread = pthread_self()};
    if (pthread_getcpuclockid(piece.thread, &piece.clock) != 0) {
        return;
    }
    piece.begin = clock_seconds(piece.clock);
    pthread_mutex_lock(&watch.mutex);
    for (size_t i = 0; i < PIECES_MOST; i++) {
        if (watch.pieces[i].what == NULL) {
            watch.pieces[i] = piece;
            break;
        }
    }
    pthread_mutex_unlock(&watch.mutex);
}

void
budget_leave(void)
{
    pthread_mutex_lock(&watch.mutex);
    for (size_t i = 0; i < PIECES_MOST; i++) {
        struct piece *piece = &watch.pieces[i];
        if (piece->what != NULL && pthread_equal(piece->thread, pthread_self())) {
            piece->what = NULL;
        }
    }
    pthread_mutex_unlock(&watch.mutex);
}
