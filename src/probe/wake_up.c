#include "probe/wake_up.h"

#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

void
wake_up_wait(struct wake_up *wake_up, int seen, long microseconds)
{
    struct timespec time = {microseconds / 1000000, microseconds % 1000000 * 1000};
    int saved = errno;
    (void)syscall(SYS_futex, &wake_up->count, FUTEX_WAIT_PRIVATE, seen,
                  microseconds < 0 ? NULL : &time, NULL, 0);
    errno = saved;
}

void
wake_up_all(struct wake_up *wake_up)
{
    int saved = errno;
    atomic_fetch_add(&wake_up->count, 1);
    (void)syscall(SYS_futex, &wake_up->count, FUTEX_WAKE_PRIVATE, INT_MAX, NULL, NULL,
                  0);
    errno = saved;
}
