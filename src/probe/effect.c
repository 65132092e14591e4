#include "probe/effect.h"

#include "probe/image.h"
#include "probe/protocol.h"
#include "probe/record.h"

#include <dlfcn.h>
#include <errno.h>
#include <locale.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

/* Of all that the probe defines only these and __libc_start_main are seen by others. */
#define SEEN __attribute__((visibility("default")))

#define FORK_LIMIT 16 /* then fork fails: a module that forks in a loop ends there */

/* Shared with all copies of the process: together they may fork so often. */
static atomic_int *n_forks;
static volatile bool armed;
static volatile bool exit_is_ours;

void
effect_find_next(void *out_function, const char *name)
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
    effect_find_next(&next, "fork");
    return next();
}

/* A module that has its children ignored would keep how a copy ended from us. */
static void
ask_for_children(void)
{
    struct sigaction action;
    int (*next)(int, const struct sigaction *, struct sigaction *);
    effect_find_next(&next, "sigaction");
    if (next(SIGCHLD, NULL, &action) == 0
        && (action.sa_handler == SIG_IGN || (action.sa_flags & SA_NOCLDWAIT) != 0))
    {
        memset(&action, 0, sizeof action);
        action.sa_handler = SIG_DFL;
        (void)next(SIGCHLD, &action, NULL);
    }
}

pid_t
effect_fork_copy(void)
{
    pid_t parent = getpid();
    ask_for_children();
    pid_t pid = effect_fork_unseen();
    if (pid == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (getppid() != parent) {
            effect_allow_exit();
            _exit(0);
        }
    }
    return pid;
}

bool
effect_wait_copy(pid_t pid, int *out_status)
{
    pid_t ended;
    do {
        ended = waitpid(pid, out_status, 0);
    } while (ended < 0 && errno == EINTR);
    return ended == pid;
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
    effect_find_next(&next, "exit");
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
    effect_find_next(&next, "_exit");
    next(status);
    __builtin_unreachable();
}

/* --- other processes --- */

/* What the scenario started lives in its group; all else is not its own to signal. */
static bool
is_own_process(pid_t pid)
{
    pid_t group = getpgrp();
    if (pid == -1) {
        return false;
    }
    return pid == 0 || -pid == group || (pid < 0 ? -pid : getpgid(pid)) == group;
}

static int
kill_seen(pid_t pid, int number, const void *caller)
{
    int (*next)(pid_t, int);
    effect_find_next(&next, "kill");
    if (!armed || number == 0 || pid == getpid()) {
        return next(pid, number);
    }
    report("kill", caller);
    if (is_own_process(pid)) {
        return next(pid, number);
    }
    errno = EPERM;
    return -1;
}

SEEN int
kill(pid_t pid, int number)
{
    return kill_seen(pid, number, __builtin_return_address(0));
}

SEEN int
killpg(pid_t group, int number)
{
    return kill_seen(group == 0 ? 0 : -group, number, __builtin_return_address(0));
}

/* --- calls that change something of the process --- */

void
effect_note(const char *name, const void *caller)
{
    enum { NOTED_LIMIT = 40 };
    static atomic_int n_noted;
    if (!armed || atomic_load(&n_noted) >= NOTED_LIMIT) {
        return;
    }
    if (image_at((uintptr_t)caller) == NULL) {
        image_refresh(NULL);
    }
    const struct image *image = image_at((uintptr_t)caller);
    if (image != NULL && (image->role == IMAGE_TARGET || image->role == IMAGE_OTHER)) {
        atomic_fetch_add(&n_noted, 1);
        report(name, caller);
    }
}

/* --- descriptors --- */

/* The way to the prover stays open: without it nothing could be told. */
SEEN int
close(int descriptor)
{
    static int (*next)(int);
    if (armed && descriptor == record_descriptor()) {
        effect_note("close of all", __builtin_return_address(0));
        errno = EBADF;
        return -1;
    }
    if (next == NULL) {
        effect_find_next(&next, "close");
    }
    if (descriptor >= 0 && descriptor <= STDERR_FILENO) {
        effect_note("close", __builtin_return_address(0));
    }
    return next(descriptor);
}

static int
close_range_seen(unsigned first, unsigned last, int flags, const void *caller)
{
    int (*next)(unsigned, unsigned, int);
    unsigned own = (unsigned)record_descriptor();
    effect_find_next(&next, "close_range");
    if (next == NULL) {
        errno = ENOSYS;
        return -1;
    }
    if (!armed || own < first || own > last) {
        return next(first, last, flags);
    }
    effect_note("close of all", caller);
    int before = own > first ? next(first, own - 1, flags) : 0;
    int after = own < last ? next(own + 1, last, flags) : 0;
    return before != 0 ? before : after;
}

SEEN int
close_range(unsigned first, unsigned last, int flags)
{
    return close_range_seen(first, last, flags, __builtin_return_address(0));
}

SEEN void
closefrom(int lowest)
{
    (void)close_range_seen(lowest > 0 ? (unsigned)lowest : 0, ~0U, 0,
                           __builtin_return_address(0));
}

/* --- the rest --- */

#define NOTED(returns, name, parameters, ...)                                          \
    SEEN returns name parameters                                                       \
    {                                                                                  \
        returns(*next) parameters;                                                     \
        effect_note(#name, __builtin_return_address(0));                               \
        effect_find_next(&next, #name);                                                \
        return next(__VA_ARGS__);                                                      \
    }

typedef void (*signal_handler)(int);

NOTED(int, chdir, (const char *path), path)
NOTED(int, fchdir, (int descriptor), descriptor)
NOTED(int, dup2, (int from, int to), from, to)
NOTED(mode_t, umask, (mode_t mask), mask)
NOTED(char *, setlocale, (int category, const char *locale), category, locale)
/* glibc's own types of what others declare as int. */
#ifdef __GLIBC__
typedef __rlimit_resource_t limit_resource;
typedef __itimer_which_t timer_kind;
#else
typedef int limit_resource;
typedef int timer_kind;
#endif

NOTED(int, setenv, (const char *name, const char *value, int overwrite), name, value,
      overwrite)
NOTED(int, unsetenv, (const char *name), name)
NOTED(int, putenv, (char *text), text)
NOTED(int, clearenv, (void), )
NOTED(signal_handler, signal, (int number, signal_handler handler), number, handler)
NOTED(int, sigaction,
      (int number, const struct sigaction *action, struct sigaction *old), number,
      action, old)
NOTED(int, setrlimit, (limit_resource resource, const struct rlimit *limit),
      resource, limit)
NOTED(int, sched_setaffinity, (pid_t pid, size_t size, const cpu_set_t *processors),
      pid, size, processors)
NOTED(int, nice, (int more), more)
NOTED(int, sigprocmask, (int how, const sigset_t *signals, sigset_t *old), how, signals,
      old)
NOTED(int, pthread_sigmask, (int how, const sigset_t *signals, sigset_t *old), how,
      signals, old)
NOTED(int, setuid, (uid_t user), user)
NOTED(int, setgid, (gid_t group), group)
NOTED(int, setitimer,
      (timer_kind which, const struct itimerval *value, struct itimerval *old),
      which, value, old)
NOTED(unsigned, alarm, (unsigned seconds), seconds)

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
