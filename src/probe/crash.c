#include "probe/crash.h"

#include "probe/backtrace.h"
#include "probe/deadline.h"
#include "probe/effect.h"
#include "probe/image.h"
#include "probe/memory_tracker.h"
#include "probe/protocol.h"
#include "probe/record.h"
#include "probe/failure.h"
#include "probe/signal_frame.h"
#include "probe/stepping.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

#define STACK_SIZE (256 * 1024) /* backtrace() loads and parses unwind tables on it */
#define FRAME_LIMIT 64
#define HANDLER_SECONDS 5 /* the loader's lock may be held by the crashed thread */

static const int signals[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT};

static uintptr_t
program_counter(const ucontext_t *context)
{
#if defined(__x86_64__)
    return (uintptr_t)context->uc_mcontext.gregs[REG_RIP];
#elif defined(__aarch64__)
    return (uintptr_t)context->uc_mcontext.pc;
#else
    (void)context;
    return 0;
#endif
}

static void
report_frame(uintptr_t address)
{
    static const char *const images[] = {
        [IMAGE_OTHER] = "other", [IMAGE_CORE] = "core",     [IMAGE_SYSTEM] = "system",
        [IMAGE_PROBE] = "probe", [IMAGE_TARGET] = "target",
    };
    const struct image *image = image_at(address);
    struct record record;
    record_begin(&record, RECORD_FRAME);
    record_place(&record, address);
    record_text(&record, images[image != NULL ? image->role : IMAGE_OTHER]);
    record_end(&record);
}

/* The frames below the handler begin with the faulting one; a return address is
 * one past its call, the faulting address is exact. */
static void
report_frames(uintptr_t fault)
{
    void *frames[FRAME_LIMIT];
    int n = backtrace(frames, FRAME_LIMIT);
    int first = 0;
    while (first < n && (uintptr_t)frames[first] != fault) {
        first++;
    }
    report_frame(fault);
    for (int i = first < n ? first + 1 : 0; i < n; i++) {
        const struct image *image = image_at((uintptr_t)frames[i]);
        if (image == NULL || image->role != IMAGE_PROBE) {
            report_frame((uintptr_t)frames[i] - 1);
        }
    }
}

static volatile bool target_only;

void
crash_report_target_only(void)
{
    target_only = true;
}

/* Whose fault is it?  That of the first frame that is not the C library's. */
static enum image_role
culprit_of(uintptr_t fault)
{
    void *frames[FRAME_LIMIT];
    int n = backtrace(frames, FRAME_LIMIT);
    bool begun = false;
    for (int i = 0; i < n; i++) {
        begun = begun || (uintptr_t)frames[i] == fault;
        const struct image *image = begun ? image_at((uintptr_t)frames[i]) : NULL;
        if (image != NULL && image->role != IMAGE_SYSTEM
            && !memory_tracker_has_code((uintptr_t)frames[i]))
        {
            return image->role;
        }
    }
    return IMAGE_OTHER;
}

/* The interpreter crashed in a call that the extension made after another one had failed
 * for want of memory.  A crash in the failed call itself is the interpreter's fault; an
 * assertion of a debug build (calls with an exception set) is none of a release. */
static bool
is_after_failed_allocation(int signal_number, uintptr_t fault)
{
    void *frames[FRAME_LIMIT];
    uintptr_t failed = failure_place();
    bool is_memory_fault = signal_number == SIGSEGV || signal_number == SIGBUS;
    int n = failed != 0 && is_memory_fault ? backtrace(frames, FRAME_LIMIT) : 0;
    bool begun = false;
    for (int i = 0; i < n; i++) {
        begun = begun || (uintptr_t)frames[i] == fault;
        const struct image *image = begun ? image_at((uintptr_t)frames[i]) : NULL;
        if (image != NULL && image->role == IMAGE_TARGET) {
            return (uintptr_t)frames[i] - 1 != failed;
        }
        if (begun && (image == NULL || image->role == IMAGE_OTHER)) {
            return false;
        }
    }
    return false;
}

void
crash_report(int signal_number, void *info, void *context)
{
    static volatile sig_atomic_t reported;
    const siginfo_t *signal_info = info;
    signal(signal_number, SIG_DFL);
    if (!reported) {
        reported = 1;
        deadline_set(HANDLER_SECONDS, NULL);
        stepping_restore_stack();
        image_refresh(NULL);
        enum image_role culprit = culprit_of(program_counter(context));
        /* At the end of the process our exit() lies below the handlers of others. */
        if (culprit == IMAGE_PROBE && !effect_exit_is_allowed()) {
            trouble("the probe itself crashed");
        }
        if (target_only && culprit != IMAGE_TARGET
            && !is_after_failed_allocation(signal_number, program_counter(context)))
        {
            failure_report(); /* the interpreter may say why it ends */
            raise(signal_number);
            return;
        }
        struct record record;
        record_begin(&record, RECORD_CRASH);
        record_number(&record, signal_number);
        record_hex(&record, (uintptr_t)signal_info->si_addr);
        record_end(&record);
        failure_report();
        report_frames(program_counter(context));
    }
    raise(signal_number);
}

static void
handle(int signal_number, siginfo_t *info, void *context)
{
    crash_report(signal_number, info, context);
}

void
crash_install(void)
{
    void *frames[2];
    (void)backtrace(frames, 2); /* loads libgcc now, not in a handler */
    crash_protect_thread();
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_sigaction = handle;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
    for (size_t i = 0; i < sizeof signals / sizeof signals[0]; i++) {
        signal_frame_handle(signals[i], &action, NULL);
    }
}

void
crash_ignore(void)
{
    for (size_t i = 0; i < sizeof signals / sizeof signals[0]; i++) {
        signal(signals[i], SIG_DFL);
    }
}

void
crash_protect_thread(void)
{
    stack_t stack;
    memset(&stack, 0, sizeof stack);
    stack.ss_size = STACK_SIZE;
    stack.ss_sp = mmap(NULL, STACK_SIZE, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (stack.ss_sp != MAP_FAILED) {
        sigaltstack(&stack, NULL);
    }
}
