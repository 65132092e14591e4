/* `convert --threads`: what is found in a result that is not what the user has. */
#ifndef INSULATE_COMMANDS_THREAD_FINDINGS_H
#define INSULATE_COMMANDS_THREAD_FINDINGS_H

#include "commands/result.h"

/* Let work->threads be what the checks FOUND in SOURCE, work's own or its result, of data that
 * threads share, at the places of work's own. */
void thread_findings_keep(struct work *work, const struct source *source,
                          const struct findings *found);

/* Let the places of FINDINGS from number FIRST on, and of the guards in PLAN, which are of
 * AFTER, be those of the same lines in BEFORE; what has none there stays where the function
 * or struct around it is. */
void findings_place_before(const struct source *after, const struct source *before,
                           struct findings *findings, size_t first);
void guards_place_before(const struct source *after, const struct source *before,
                         struct conversion_plan *plan);

#endif
