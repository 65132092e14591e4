/* Which shared memory a call reads and writes: two calls of which neither writes what the
 * other one reads or writes do the same in any order, interrupted or not. */
#ifndef INSULATE_PROBE_REACH_H
#define INSULATE_PROBE_REACH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define REACH_SPANS 48

struct reach_span {
    uintptr_t begin, end;
    bool is_write;
};

/* Of all calls of one operation that were followed so far.  "Elsewhere" is all memory whose
 * address does not say for good what it is. */
struct reach {
    int n_calls;
    bool is_unlimited;
    bool reads_elsewhere, writes_elsewhere;
    int n_spans;
    struct reach_span spans[REACH_SPANS];
};

void reach_add_span(struct reach *reach, uintptr_t address, size_t size, bool is_write);
void reach_add_elsewhere(struct reach *reach, bool is_write);

/* May the two disturb each other? */
bool reach_meet(const struct reach *a, const struct reach *b);

#endif
