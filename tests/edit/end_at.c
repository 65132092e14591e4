/* Preloaded into the program: ends it, as kill -9 would, before call number END_AT of
 * those that change files; COUNT_IN names a file that gets how many there were. */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/types.h>
#include <unistd.h>

static int n_calls;

static void
count(void)
{
    const char *end_at = getenv("END_AT");
    n_calls++;
    if (end_at != NULL && atoi(end_at) == n_calls) {
        _exit(99);
    }
}

#define NEXT(NAME) ((__typeof__(&NAME))dlsym(RTLD_NEXT, #NAME))

int
rename(const char *from, const char *to)
{
    count();
    return NEXT(rename)(from, to);
}

int
link(const char *from, const char *to)
{
    count();
    return NEXT(link)(from, to);
}

int
unlink(const char *path)
{
    count();
    return NEXT(unlink)(path);
}

int
fsync(int fd)
{
    count();
    return NEXT(fsync)(fd);
}

int
mkstemp(char *template)
{
    count();
    return NEXT(mkstemp)(template);
}
