#include "probe/failure.h"

#include "probe/fallible_calls.h"
#include "probe/fault_injection.h"
#include "probe/protocol.h"
#include "probe/record.h"

#include <stddef.h>

void
failure_begin(const struct failure *failure)
{
    fault_injection_begin(failure->allocation);
    fallible_calls_begin(failure->allocation == 0 ? failure->site : -1);
}

uintptr_t
failure_place(void)
{
    uintptr_t place = fault_injection_place();
    return place != 0 ? place : fallible_calls_place();
}

uintptr_t
failure_end(long *out_n)
{
    uintptr_t place = failure_place();
    long n = fault_injection_end();
    (void)fallible_calls_end();
    if (out_n != NULL) {
        *out_n = n;
    }
    return place;
}

void
failure_report_at(uintptr_t place)
{
    struct record record;
    const char *name = fallible_calls_name();
    record_begin(&record, RECORD_FAILED_ALLOCATION);
    record_place(&record, place);
    record_text(&record, name != NULL ? name : "");
    record_end(&record);
}

void
failure_report(void)
{
    uintptr_t place = failure_place();
    if (place != 0) {
        failure_report_at(place);
    }
}
