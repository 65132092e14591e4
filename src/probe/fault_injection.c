#include "probe/fault_injection.h"

#include "probe/allocator_hooks.h"
#include "probe/object_tracker.h"
#include "probe/effect.h"
#include "probe/allocation_table.h"
#include "probe/protocol.h"
#include "probe/record.h"

#include <unistd.h>

#define PLACE_LIMIT 1000

static volatile bool is_counting;
static volatile bool is_failing; /* until the process ends */
static struct allocation_table
    freed;           /* what the extension freed and nobody took again */
static bool in_hook; /* all happens in one thread */
static long n_counted;
static long failing;
static uintptr_t failed_place;
static uintptr_t places[PLACE_LIMIT]; /* where allocations were seen that are to fail */
static int n_places;
static long note_step, note_limit; /* those of which numbers are noted; 0: none */

bool
fault_injection_allocates(uintptr_t place)
{
    for (int i = 0; i < n_places; i++) {
        if (places[i] == place) {
            return true;
        }
    }
    return false;
}

static void
note_place(uintptr_t place)
{
    if (note_step > 0 && (n_counted - 1) % note_step == 0 && n_counted <= note_limit
        && n_places < PLACE_LIMIT && !fault_injection_allocates(place))
    {
        places[n_places++] = place;
    }
}

static bool
fails_now(void)
{
    if (!is_counting || in_hook) {
        return false;
    }
    in_hook = true; /* unwinding may allocate */
    uintptr_t place = object_tracker_place();
    in_hook = false;
    if (place == 0) {
        return false;
    }
    n_counted++;
    note_place(place);
    if (n_counted != failing) {
        return false;
    }
    failed_place = place;
    return true;
}

static void
block_allocated(void *block, size_t size, uintptr_t caller)
{
    (void)size;
    (void)caller;
    if (is_failing) {
        allocation_table_forget(&freed, (uintptr_t)block);
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
block_freed(void *block)
{
    struct allocation_table_entry before;
    if (!is_failing || in_hook || failed_place == 0) {
        return;
    }
    in_hook = true; /* unwinding may allocate */
    uintptr_t place = object_tracker_place();
    in_hook = false;
    if (place != 0 && allocation_table_find(&freed, (uintptr_t)block, &before)) {
        report_twice(before.place, place);
    }
    if (place != 0) {
        struct allocation_table_entry entry = {.address = (uintptr_t)block,
                                               .place = place};
        allocation_table_note(&freed, &entry);
    }
}

void
fault_injection_prepare(void)
{
    static const struct allocator_hook hook = {.should_fail = fails_now,
                                               .on_allocate = block_allocated,
                                               .on_free = block_freed};
    object_tracker_prepare_places();
    if (!allocation_table_init(&freed)) {
        trouble("no memory for the table of freed blocks");
    }
    allocator_hooks_add(&hook);
}

/* What was freed for an earlier failure may have been taken again unseen. */
static void
forget_freed(void)
{
    if (freed.n_used > 0) {
        allocation_table_done(&freed);
        if (!allocation_table_init(&freed)) {
            trouble("no memory for the table of freed blocks");
        }
    }
}

void
fault_injection_learn(long step, long limit)
{
    fault_injection_begin(0);
    note_step = step;
    note_limit = limit;
}

void
fault_injection_begin(long which)
{
    forget_freed();
    note_step = 0;
    n_counted = 0;
    failing = which;
    failed_place = 0;
    is_failing = which > 0;
    is_counting = true;
}

uintptr_t
fault_injection_place(void)
{
    return is_counting ? failed_place : 0;
}

long
fault_injection_end(void)
{
    is_counting = false;
    return n_counted;
}
