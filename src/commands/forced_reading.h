/* The sources of `insulate convert`, read with branches of #if that their build leaves out. */
#ifndef INSULATE_COMMANDS_FORCED_READING_H
#define INSULATE_COMMANDS_FORCED_READING_H

#include "commands/result.h"
#include "extension/forced_branches.h"

/* Read the units with the branches of FORCED, as SOURCE, read by REQUEST, has them. */
MUST_CHECK int forced_read(const struct work *work, const struct source_request *request,
                           const struct source *source, const struct forced_branch *forced,
                           struct source **out, struct error *err);
/* Has FORCED, read of the same units as FIRST, every init function?  Without one it is none
 * of the module's configurations: such branches are for Python 2. */
bool forced_has_entries(const struct source *first, const struct source *forced);
/* Add to IO_NAMES that FORCED was not read: because of PROBLEM; as N_READ others were. */
void forced_say_problem(const struct work *work, const struct forced_branch *forced,
                        const struct source_problem *problem, struct plan_names *io_names);
void forced_say_too_many(const struct work *work, const struct forced_branch *forced,
                         int n_read, struct plan_names *io_names);

#endif
