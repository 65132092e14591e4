/* Which shared memory a call reads and writes: two calls of which neither writes what the
 * other one reads or writes do the same in any order, interrupted or not.
 *
 * What lies in the module state, in static data and in instances that are there for good is
 * told to the byte; everything else is one place, "elsewhere".  A call that was not followed
 * in everything reaches all. */
#ifndef INSULATE_PROBE_SHARED_REACH_H
#define INSULATE_PROBE_SHARED_REACH_H

#include "probe/image.h"
#include "probe/python.h"
#include "probe/shared_worker.h"
#include "probe/stepping.h"

#include <stdbool.h>
#include <stdint.h>

#define REACH_SPANS 48

struct reach_span {
    uintptr_t begin, end;
    bool is_write;
};

/* Of all calls of one operation that were followed so far. */
struct reach {
    int n_calls;
    bool is_unlimited;
    bool reads_elsewhere, writes_elsewhere;
    int n_spans;
    struct reach_span spans[REACH_SPANS];
};

/* OBJECTS is a list of instances and types that are there for good. */
void shared_reach_find(struct py_object *objects);

/* Is it one of them? */
bool shared_reach_is_lasting(const struct py_object *object);

/* Adds what the call of WORKER, which was stepped from its beginning to its end, did. */
void shared_reach_note_call(struct reach *reach, const struct shared_worker *worker);

/* Adds the words that a call has changed. */
void shared_reach_note_words(struct reach *reach, const int64_t *steps);

/* May they disturb each other? */
bool shared_reach_meet(const struct reach *a, const struct reach *b);

#endif
