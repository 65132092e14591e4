/* Memory that two calls access at the same time, while nothing keeps them from it. */
#ifndef INSULATE_PROBE_SHARED_ACCESSES_H
#define INSULATE_PROBE_SHARED_ACCESSES_H

#include "probe/shared_calls.h"
#include "probe/stepping.h"

/* Steps through the first call, whose worker knows afterwards how many places it has, and
 * through the second one, in turn: what both access. */
void shared_accesses_learn(const struct experiment *experiment);

/* Steps through a call with the arguments of the exercise, alone: whether a section that it
 * is in can be suspended. */
void shared_accesses_follow(const struct operation *operation);

/* Steps through one call, alone. */
void shared_accesses_step(int which, const struct operation *operation, long number);
/* Does access number INDEX count, and not lead to what the call itself has made? */
bool shared_accesses_counts(const struct access *accesses, size_t index);
/* Notes that progress->first VERB what is accessed, and that no lock keeps progress->second
 * from it. */
void shared_accesses_say(const char *verb, const struct access *access, uintptr_t place);

/* Steps through calls of the operation, alone: what else it may reach than is known. */
void shared_accesses_reach(const struct operation *operation);

/* The same of a call and its repetition, of an instance that only they have used; and notes
 * such memory where the repetition came to its end. */
void shared_accesses_learn_new(const struct operation *operation);
void shared_accesses_note_new(const struct outcome *outcome);

/* Is the first call held at PLACE in front of memory that the second one accesses, whose
 * arguments have another number or the same one?  No longer, once one is noted. */
bool shared_accesses_meet_at(long place, bool has_same_number);

/* The first call was held in front of what it accesses next, and the second one came to
 * its end meanwhile: no lock that the first one holds has kept it from that. */
void shared_accesses_note(const struct outcome *outcome, bool has_same_number);

/* The call that is held in front of a write to the word at ADDRESS, which another call has
 * written meanwhile. */
void shared_accesses_note_word(uintptr_t address, uintptr_t held);

#endif
