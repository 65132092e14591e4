/* `check --changed-lines`: only what is found on lines that a diff adds or changes. */
#ifndef INSULATE_COMMANDS_CHANGED_LINES_H
#define INSULATE_COMMANDS_CHANGED_LINES_H

#include "commands/command.h"
#include "edit/diff_reader.h"
#include "model/source.h"

/* Read the diff at PATH, or on stdin for "-".  Errors: IO, LIMIT, FORMAT. */
MUST_CHECK int changed_lines_read(struct arena *arena, const char *path,
                                  struct diff_files *out, struct error *err);
/* Drop those of FINDINGS that stand on no line that DIFF adds; what could not be read at
 * all stays.  The paths of DIFF begin in the folder of RUN, in a folder that its operands
 * name, or in one above these, with or without a first part that stands for none ("b/").
 * *OUT_N_LINES lines of SOURCE were added.
 *
 * Errors: FORMAT, if a file is not what the diff makes of it: then its line numbers mean
 * nothing. */
MUST_CHECK int changed_lines_apply(const struct run *run, const struct diff_files *diff,
                                   const struct source *source,
                                   struct findings *findings, size_t *out_n_lines,
                                   struct error *err);

#endif
