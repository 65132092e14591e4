/* What calls that were stepped reach of the memory that threads share: the module state,
 * static data and instances that are there for good to the byte, everything else as one
 * place.  A call that was not followed in everything reaches all. */
#ifndef INSULATE_PROBE_SHARED_REACH_H
#define INSULATE_PROBE_SHARED_REACH_H

#include "probe/python.h"
#include "probe/reach.h"
#include "probe/shared_worker.h"

#include <stdbool.h>
#include <stdint.h>

/* OBJECTS is a list of instances and types that are there for good. */
void shared_reach_find(struct py_object *objects);

/* Is it one of them? */
bool shared_reach_is_lasting(const struct py_object *object);

/* Adds what the call of WORKER, which was stepped from its beginning to its end, did. */
void shared_reach_note_call(struct reach *reach, const struct shared_worker *worker);

/* Adds the words that a call has changed. */
void shared_reach_note_words(struct reach *reach, const int64_t *steps);

#endif
