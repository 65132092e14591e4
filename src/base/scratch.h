/* The folder that a run works in, gone when the run ends, and when it was killed, with
 * the next run. */
#ifndef INSULATE_BASE_SCRATCH_H
#define INSULATE_BASE_SCRATCH_H

#include "base/arena.h"
#include "base/error.h"
#include "base/macros.h"

/* Make an empty folder in TMPDIR, which the caller ends with scratch_remove.  Those of
 * this user's runs that ended without removing theirs are removed, too: the lock that
 * a run holds says whether it is alive.  Returns the path (arena), or NULL with ERR
 * filled. */
char *scratch_make(struct arena *arena, struct error *err);

/* Remove the folder PATH of scratch_make (NULL: nothing) with all that is in it, as far
 * as that is possible; does not follow links. */
void scratch_remove(const char *path);

/* Remove the folder PATH, which lies in one of scratch_make, with all that is in it. */
void scratch_remove_inner(const char *path);

#endif
