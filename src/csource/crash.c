#include "csource/crash.h"

#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stddef.h>
#include <stdlib.h>

#include "base/arena.h"
#include "base/macros.h"

enum { SIGNAL_STACK = 64 * 1024 }; /* bytes */

static const int crash_signals[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT};

/* The signals' actions are of the process, and guards may be held by several threads: the
 * first one sets them, the last one puts back what was. */
static struct {
    pthread_mutex_t mutex;
    size_t n_guards;
    struct sigaction before[ARRAY_LENGTH(crash_signals)];
} guard = {.mutex = PTHREAD_MUTEX_INITIALIZER};

/* Where the calling thread goes on after a crash; NULL outside guarded calls. */
static _Thread_local sigjmp_buf *landing;

static void
on_crash(int number)
{
    if (landing != NULL) {
        siglongjmp(*landing, 1);
    }
    /* Not in a guarded call: the signal kills, as if there was no guard. */
    signal(number, SIG_DFL);
    raise(number);
}

void
crash_guard_begin(void)
{
    struct sigaction action = {.sa_handler = on_crash,
                               .sa_flags = SA_ONSTACK | SA_NODEFER};
    pthread_mutex_lock(&guard.mutex);
    for (size_t i = 0; guard.n_guards == 0 && i < ARRAY_LENGTH(crash_signals); i++) {
        sigaction(crash_signals[i], &action, &guard.before[i]);
    }
    guard.n_guards++;
    pthread_mutex_unlock(&guard.mutex);
}

void
crash_guard_end(void)
{
    pthread_mutex_lock(&guard.mutex);
    guard.n_guards--;
    for (size_t i = 0; guard.n_guards == 0 && i < ARRAY_LENGTH(crash_signals); i++) {
        sigaction(crash_signals[i], &guard.before[i], NULL);
    }
    pthread_mutex_unlock(&guard.mutex);
}

bool
crash_guarded(void (*function)(void *data), void *data)
{
    sigjmp_buf here;
    sigjmp_buf *outer = landing;
    void *volatile memory = memory_alloc(SIGNAL_STACK);
    stack_t before, stack = {.ss_sp = memory, .ss_size = SIGNAL_STACK};
    volatile bool is_well = false;
    sigaltstack(&stack, &before);
    if (sigsetjmp(here, 1) == 0) {
        landing = &here;
        function(data);
        is_well = true;
    }
    landing = outer;
    sigaltstack(&before, NULL);
    free(memory);
    return is_well;
}
