#include "probe/watchpoints.h"

#include "probe/backtrace.h"
#include "probe/crash.h"
#include "probe/held_locks.h"
#include "probe/protocol.h"
#include "probe/record.h"
#include "probe/signal_frame.h"

#include <dlfcn.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

#define WORD_LIMIT 512
#define WRITE_LIMIT 2048
#define FAULT_LIMIT 60000 /* about 13 us each: under a second */
#define FRAME_LIMIT 24
#define PENDING_LIMIT 16
#define WIDEST_STORE 64 /* bytes, AVX-512 */
#define TRAP_FLAG 0x100

struct write {
    uintptr_t address;             /* of the word */
    uintptr_t writer;              /* instruction that wrote, or a return address */
    uintptr_t frames[FRAME_LIMIT]; /* only where the writer is not the extension */
    int n_frames;
    long times;
};

static const struct image *watched;
static uintptr_t words[WORD_LIMIT];
static uintptr_t settled[WORD_LIMIT];    /* their values when they had settled */
static bool departures[WORD_LIMIT];      /* without a lock they got others */
static bool is_settled;
static int n_words;
static struct write writes[WRITE_LIMIT];
static int n_writes;
static long n_faults;
static uintptr_t open_page;
static size_t page_size;
static struct sigaction old_fault;
static struct sigaction old_trap;

static bool
is_watched_page(uintptr_t page)
{
    for (int i = 0; i < n_words; i++) {
        if ((words[i] & ~(page_size - 1)) == page) {
            return true;
        }
    }
    return false;
}

static void
protect(uintptr_t page, int protection)
{
    (void)mprotect((void *)page, page_size, protection);
}

#if defined(__x86_64__)

/* A store of up to a vector's width may begin before a watched word: the word's
 * value tells, once the store is done. */
struct pending {
    uintptr_t value, writer;
    int which;     /* of the words */
    bool is_noted; /* as written */
};
static struct pending pending[PENDING_LIMIT];
static int n_pending;

static uintptr_t
value_at(uintptr_t address)
{
    uintptr_t value;
    memcpy(&value, (const void *)address, sizeof value);
    return value;
}

static void
note_write(uintptr_t address, uintptr_t writer)
{
    for (int i = 0; i < n_writes; i++) {
        if (writes[i].address == address && writes[i].writer == writer) {
            writes[i].times++;
            return;
        }
    }
    if (n_writes == WRITE_LIMIT) {
        return;
    }
    struct write *write = &writes[n_writes++];
    write->address = address;
    write->writer = writer;
    write->times = 1;
    const struct image *image = image_at(writer);
    if (image == NULL || image->role != IMAGE_TARGET) {
        void *frames[FRAME_LIMIT];
        write->n_frames = backtrace(frames, FRAME_LIMIT);
        for (int i = 0; i < write->n_frames; i++) {
            write->frames[i] = (uintptr_t)frames[i];
        }
    }
}

static void
on_fault(int signal_number, siginfo_t *info, void *data)
{
    ucontext_t *context = data;
    uintptr_t address = (uintptr_t)info->si_addr;
    uintptr_t page = address & ~(page_size - 1);
    if (!is_watched_page(page)) {
        signal_frame_handle(SIGSEGV, &old_fault, NULL);
        crash_report(signal_number, info, data);
        return;
    }
    uintptr_t writer = (uintptr_t)context->uc_mcontext.gregs[REG_RIP];
    for (int i = 0; i < n_words; i++) {
        bool is_written = address >= words[i] && address < words[i] + sizeof(uintptr_t);
        if (is_written) {
            note_write(words[i], writer);
        }
        if (address < words[i] + sizeof(uintptr_t) && address + WIDEST_STORE > words[i]
            && n_pending < PENDING_LIMIT)
        {
            pending[n_pending++] =
                (struct pending){value_at(words[i]), writer, i, is_written};
        }
    }
    protect(page, PROT_READ | PROT_WRITE);
    if (++n_faults < FAULT_LIMIT) {
        open_page = page;
        context->uc_mcontext.gregs[REG_EFL] |= TRAP_FLAG;
    }
}

static void
on_trap(int signal_number, siginfo_t *info, void *data)
{
    (void)signal_number;
    (void)info;
    ucontext_t *context = data;
    context->uc_mcontext.gregs[REG_EFL] &= ~(greg_t)TRAP_FLAG;
    for (int i = 0; i < n_pending; i++) {
        int which = pending[i].which;
        uintptr_t value = value_at(words[which]);
        if (!pending[i].is_noted && value != pending[i].value) {
            note_write(words[which], pending[i].writer);
        }
        if (is_settled && value != settled[which] && value != pending[i].value
            && !held_locks_any())
        {
            departures[which] = true;
        }
    }
    n_pending = 0;
    if (open_page != 0) {
        protect(open_page, PROT_READ);
        open_page = 0;
    }
}

static bool
install(void)
{
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
    action.sa_sigaction = on_fault;
    signal_frame_handle(SIGSEGV, &action, &old_fault);
    action.sa_sigaction = on_trap;
    signal_frame_handle(SIGTRAP, &action, &old_trap);
    return true;
}

#else

static bool
install(void)
{
    return false;
}

#endif

static void
protect_all(int protection)
{
    for (int i = 0; i < n_words; i++) {
        protect(words[i] & ~(page_size - 1), protection);
    }
}

bool
watchpoints_begin(const struct image *image, const char *offsets)
{
    page_size = (size_t)sysconf(_SC_PAGESIZE);
    watched = image;
    for (const char *at = offsets; *at != '\0' && n_words < WORD_LIMIT;) {
        char *rest;
        words[n_words++] = image->base + strtoul(at, &rest, 16);
        at = *rest == ',' ? rest + 1 : rest + strlen(rest);
    }
    if (!install()) {
        return false;
    }
    held_locks_begin(image); /* before its pages are read-only */
    protect_all(PROT_READ);
    return true;
}

void
watchpoints_settle(void)
{
    for (int i = 0; i < n_words; i++) {
        memcpy(&settled[i], (const void *)words[i], sizeof settled[i]);
    }
    is_settled = true;
}

/* The exported name of the interpreter's function that the extension called. */
static const char *
api_name(uintptr_t address)
{
    Dl_info info;
    if (dladdr((void *)address, &info) != 0 && info.dli_sname != NULL) {
        return info.dli_sname;
    }
    return "-";
}

/* Walks from the writer outwards to the first frame of the extension; the frame
 * before it is the function that the extension called. */
static void
find_caller(const struct write *write, uintptr_t *out_caller, uintptr_t *out_called)
{
    *out_caller = 0;
    *out_called = write->writer;
    bool begun = false;
    for (int i = 0; i < write->n_frames; i++) {
        begun = begun || write->frames[i] == write->writer;
        if (!begun) {
            continue; /* the handler's own frames */
        }
        const struct image *image = image_at(write->frames[i]);
        if (image != NULL && image->role == IMAGE_TARGET) {
            *out_caller = write->frames[i] - 1;
            return;
        }
        *out_called = write->frames[i];
    }
}

static void
report(const struct write *write)
{
    const struct image *image = image_at(write->writer);
    enum image_role role = image != NULL ? image->role : IMAGE_OTHER;
    uintptr_t caller = write->writer;
    uintptr_t called = 0;
    if (role != IMAGE_TARGET) {
        find_caller(write, &caller, &called);
    }
    struct record record;
    record_begin(&record, RECORD_WRITE);
    record_hex(&record, write->address - watched->base);
    record_number(&record, write->times);
    record_text(&record, role == IMAGE_TARGET ? "own"
                         : role == IMAGE_CORE ? "core"
                                              : "other");
    record_place(&record, caller);
    record_text(&record, called != 0 ? api_name(called) : "-");
    record_end(&record);
}

/* What another interpreter may read half-way. */
static void
report_departures(void)
{
    for (int i = 0; i < n_words; i++) {
        struct record record;
        if (!departures[i]) {
            continue;
        }
        record_begin(&record, RECORD_DEPARTURE);
        record_hex(&record, words[i] - watched->base);
        record_end(&record);
    }
}

void
watchpoints_report(void)
{
    image_refresh(NULL);
    for (int i = 0; i < n_writes; i++) {
        report(&writes[i]);
    }
}

void
watchpoints_end(void)
{
    protect_all(PROT_READ | PROT_WRITE);
    signal_frame_handle(SIGSEGV, &old_fault, NULL);
    signal_frame_handle(SIGTRAP, &old_trap, NULL);
    report_departures();
}
