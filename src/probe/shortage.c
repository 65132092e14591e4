#include "probe/shortage.h"

#include "probe/allocators.h"
#include "probe/births.h"

static volatile bool is_counting;
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

void
shortage_prepare(void)
{
    static const struct allocator_watch watch = {.fails = fails_now};
    births_prepare_places();
    allocators_watch(&watch);
}

void
shortage_begin(long which)
{
    n_counted = 0;
    failing = which;
    failed_place = 0;
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
