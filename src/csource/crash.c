#include "csource/crash.h"

#include <setjmp.h>
#include <signal.h>
#include <stddef.h>
#include <stdlib.h>

#include "base/arena.h"
#include "base/macros.h"

enum { SIGNAL_STACK = 64 * 1024 }; /* bytes */

static const int crash_signals[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT};

struct crash_guard {
    struct sigaction before[ARRAY_LENGTH(crash_signals)];
};

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

struct crash_guard *
crash_guard_new(void)
{
    struct crash_guard *guard = memory_alloc(sizeof *guard);
    struct sigaction action = {.sa_handler = on_crash,
                               .sa_flags = SA_ONSTACK | SA_NODEFER};
    for (size_t i = 0; i < ARRAY_LENGTH(crash_signals); i++) {
        sigaction(crash_signals[i], &action, &guard->before[i]);
    }
    return guard;
}

void
crash_guard_free(struct crash_guard *guard)
{
    if (guard == NULL) {
        return;
    }
    for (size_t i = 0; i < ARRAY_LENGTH(crash_signals); i++) {
        sigaction(crash_signals[i], &guard->before[i], NULL);
    }
    free(guard);
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
