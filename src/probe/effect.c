#include "probe/effect.h"

#include "probe/image.h"
#include "probe/protocol.h"
#include "probe/record.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* Of all that the probe defines only these and __libc_start_main are seen by others. */
#define SEEN __attribute__((visibility("default")))

#define FORK_LIMIT 16 /* then fork fails: a module that forks in a loop ends there */

/* Shared with all copies of the process: together they may fork so often. */
static atomic_int *n_forks;
static volatile bool armed;
static volatile bool exit_is_ours;

static void
find_next(void *out_function, const char *name)
{
    void *found = dlsym(RTLD_NEXT, name);
    memcpy(out_function, &found, sizeof found);
}

static void
report(const char *what, const void *caller)
{
    struct record record;
    image_refresh(NULL);
    record_begin(&record, RECORD_EFFECT);
    record_text(&record, what);
    record_place(&record, (uintptr_t)caller - 1);
    record_end(&record);
}

pid_t
effect_fork_unseen(void)
{
    pid_t (*next)(void);
    find_next(&next, "fork");
    return next();
}

static pid_t
fork_seen(const void *caller)
{
    if (!armed) {
        return effect_fork_unseen();
    }
    if (atomic_fetch_add(n_forks, 1) >= FORK_LIMIT) {
        errno = EAGAIN;
        return -1;
    }
    report("fork", caller);
    pid_t pid = effect_fork_unseen();
    if (pid == 0) {
        record_mute(); /* two processes must not tell one story */
    }
    return pid;
}

SEEN pid_t
fork(void)
{
    return fork_seen(__builtin_return_address(0));
}

/* vfork's child runs on its parent's stack, which no wrapper can return from;
 * fork keeps every promise that vfork makes. */
SEEN pid_t
vfork(void)
{
    return fork_seen(__builtin_return_address(0));
}

SEEN void
exit(int status)
{
    if (armed && !exit_is_ours) {
        report("exit", __builtin_return_address(0));
    }
    void (*next)(int);
    find_next(&next, "exit");
    next(status);
    __builtin_unreachable();
}

SEEN void
_exit(int status)
{
    if (armed && !exit_is_ours) {
        report("exit", __builtin_return_address(0));
    }
    void (*next)(int);
    find_next(&next, "_exit");
    next(status);
    __builtin_unreachable();
}

void
effect_allow_exit(void)
{
    exit_is_ours = true;
}

void
effect_arm(void)
{
    void *shared = mmap(NULL, sizeof *n_forks, PROT_READ | PROT_WRITE,
                        MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED) {
        trouble("no memory to count forks in");
    }
    n_forks = shared;
    armed = true;
}

bool
effect_exit_is_allowed(void)
{
    return exit_is_ours;
}

void
effect_disarm(void)
{
    armed = false;
}
