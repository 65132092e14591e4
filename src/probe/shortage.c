#include "probe/shortage.h"

#include "probe/allocators.h"
#include "probe/births.h"
#include "probe/effect.h"
#include "probe/ledger.h"
#include "probe/protocol.h"
#include "probe/record.h"

#include <unistd.h>

static volatile bool is_counting;
static volatile bool is_failing; /* until the process ends */
static struct ledger freed;      /* what the extension freed and nobody took again */
static bool inside_hook; /* all happens in one thread */
static long n_counted;
static long failing;
static uintptr_t failed_place;

static bool
fails_now(void)
{
    if (!is_counting || inside_hook) {
        return false;
    }
    inside_hook = true; /* unwinding may allocate */
    uintptr_t place = births_place();
    inside_hook = false;
    if (place == 0 || ++n_counted != failing) {
        return false;
    }
    failed_place = place;
    return true;
}

static void
block_born(void *block, size_t size, uintptr_t caller)
{
    (void)size;
    (void)caller;
    if (is_failing) {
        ledger_forget(&freed, (uintptr_t)block);
    }
}

/* What comes after that is chance: this is the end. */
_Noreturn static void
report_twice(uintptr_t first, uintptr_t second)
{
    struct record record;
    record_begin(&record, RECORD_TWICE);
    record_place(&record, first);
    record_place(&record, second);
    record_place(&record, failed_place);
    record_end(&record);
    effect_allow_exit();
    _exit(PROBE_EXIT_TROUBLE);
}

/* Only where both times the extension's code frees: memory may come and go past Python's
 * allocators in between. */
static void
block_died(void *block)
{
    struct ledger_entry before;
    if (!is_failing || inside_hook || failed_place == 0) {
        return;
    }
    inside_hook = true; /* unwinding may allocate */
    uintptr_t place = births_place();
    inside_hook = false;
    if (place != 0 && ledger_find(&freed, (uintptr_t)block, &before)) {
        report_twice(before.place, place);
    }
    if (place != 0) {
        struct ledger_entry entry = {.address = (uintptr_t)block, .place = place};
        ledger_note(&freed, &entry);
    }
}

void
shortage_prepare(void)
{
    static const struct allocator_watch watch = {
        .fails = fails_now, .birth = block_born, .death = block_died};
    births_prepare_places();
    if (!ledger_init(&freed)) {
        trouble("no memory for the table of what is freed");
    }
    allocators_watch(&watch);
}

void
shortage_begin(long which)
{
    n_counted = 0;
    failing = which;
    failed_place = 0;
    is_failing = which > 0;
    is_counting = true;
}

uintptr_t
shortage_place(void)
{
    return is_counting ? failed_place : 0;
}

long
shortage_end(void)
{
    is_counting = false;
    return n_counted;
}
