/* Preloaded into the program: lets its calls that change files end it or fail.  They are
 * counted from the first lock on, which is where writing begins.
 *
 *   END_AT=N       before call N, as kill -9 would
 *   PAUSE_AT=N     a second long; with HOLD, until the file of COUNT_IN is gone
 *   FAIL_AT=N      with FAIL_WITH (errno; EIO); FAIL_ALL=1: so do those after
 *   ONLY=A,B       only calls of these names count
 *   NO_EXCHANGE=1  the file system cannot exchange two files
 *   COUNT_IN=PATH  a file that gets a line for each call */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

static int n_calls;
static bool is_active, is_inside;

static int
number_of(const char *name, int otherwise)
{
    const char *text = getenv(name);
    return text != NULL ? atoi(text) : otherwise;
}

static void
note(const char *name)
{
    const char *path = getenv("COUNT_IN");
    FILE *file = path != NULL ? fopen(path, "ae") : NULL;
    if (file != NULL) {
        fprintf(file, "%d %s\n", n_calls, name);
        fclose(file);
    }
}

/* Is NAME one of the words, with commas between them, of LIST? */
static bool
is_in(const char *list, const char *name)
{
    size_t size = strlen(name);
    for (const char *at = list; at != NULL; at = strchr(at, ',')) {
        at += *at == ',';
        if (strncmp(at, name, size) == 0 && (at[size] == ',' || at[size] == '\0')) {
            return true;
        }
    }
    return false;
}

static void
pause_here(void)
{
    enum { STEP_US = 10000, MAX_STEPS = 6000 };
    const char *path = getenv("COUNT_IN");
    if (getenv("HOLD") == NULL || path == NULL) {
        sleep(1);
        return;
    }
    for (int i = 0; i < MAX_STEPS && access(path, F_OK) == 0; i++) {
        usleep(STEP_US);
    }
}

/* True: the call NAME is to fail, and errno is set. */
static bool
fails(const char *name)
{
    const char *only = getenv("ONLY");
    if (!is_active || is_inside || (only != NULL && !is_in(only, name))) {
        return false;
    }
    is_inside = true;
    n_calls++;
    note(name);
    is_inside = false;
    if (n_calls == number_of("END_AT", -1)) {
        _exit(99);
    }
    if (n_calls == number_of("PAUSE_AT", -1)) {
        pause_here();
    }
    int at = number_of("FAIL_AT", -1);
    if (n_calls == at || (at > 0 && n_calls > at && getenv("FAIL_ALL") != NULL)) {
        errno = number_of("FAIL_WITH", EIO);
        return true;
    }
    return false;
}

#define NEXT(NAME) ((__typeof__(&NAME))dlsym(RTLD_NEXT, #NAME))
#define WRAP(TYPE, NAME, PARAMETERS, ARGUMENTS)                                          \
    TYPE NAME PARAMETERS                                                                 \
    {                                                                                    \
        return fails(#NAME) ? (TYPE)-1 : NEXT(NAME) ARGUMENTS;                           \
    }

WRAP(int, rename, (const char *from, const char *to), (from, to))
WRAP(int, link, (const char *from, const char *to), (from, to))
WRAP(int, unlink, (const char *path), (path))
WRAP(int, rmdir, (const char *path), (path))
WRAP(int, mkdir, (const char *path, mode_t mode), (path, mode))
WRAP(int, fsync, (int fd), (fd))
WRAP(int, fchmod, (int fd, mode_t mode), (fd, mode))
WRAP(int, mkstemp, (char *template), (template))
WRAP(ssize_t, write, (int fd, const void *bytes, size_t size), (fd, bytes, size))

int
close(int fd)
{
    int result = NEXT(close)(fd); /* one that fails has closed, too */
    return fails("close") ? -1 : result;
}

int
flock(int fd, int operation)
{
    is_active = is_active || (operation & LOCK_EX) != 0;
    return fails("flock") ? -1 : NEXT(flock)(fd, operation);
}

int
renameat2(int from, const char *old, int to, const char *new, unsigned flags)
{
    if (flags != 0 && getenv("NO_EXCHANGE") != NULL) {
        errno = EINVAL;
        return -1;
    }
    return fails("renameat2") ? -1 : NEXT(renameat2)(from, old, to, new, flags);
}
