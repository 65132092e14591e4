/* The files of the result of `insulate convert`, on disk. */
#ifndef INSULATE_COMMANDS_CHANGES_H
#define INSULATE_COMMANDS_CHANGES_H

#include "commands/result.h"

/* Give up on the modules that change a file outside of the paths that the user named, with
 * a finding for each such file; false: there are none. */
bool changes_refuse_outside(struct work *work);

/* Write WORK's files, all or none. */
MUST_CHECK int changes_write(struct work *work, struct error *err);

/* Is another run writing the files that were read, or was one killed while it did?  With
 * WRITES what it had done is taken back: OUT_IS_RECOVERED says so, and all is to be read
 * again.  Errors: it is alive; or it is to be taken back, and the user did not ask. */
MUST_CHECK int changes_look_for_others(struct work *work, bool writes,
                                       bool *out_is_recovered, struct error *err);

/* May the file at REAL_PATH be written, with the N_NAMED paths NAMED by the user (none: the
 * current folder)?  What a link leads to out of its folder was not named. */
bool path_is_named(struct arena *arena, const char *const *named, size_t n_named,
                   const char *real_path);

/* convert --recover: take back what killed runs had done below RUN's operands.  Returns
 * the exit code. */
int changes_recover(struct run *run);

#endif
