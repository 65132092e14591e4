/* `check --changed-lines`: only what is found on lines that a diff adds or changes. */
#ifndef INSULATE_COMMANDS_CHANGED_LINES_H
#define INSULATE_COMMANDS_CHANGED_LINES_H

#include "base/map.h"
#include "commands/command.h"
#include "edit/diff_reader.h"
#include "model/source.h"

/* Read the diff at PATH, or on stdin for "-".  Errors: IO, LIMIT, FORMAT. */
MUST_CHECK int changed_lines_read(struct arena *arena, const char *path,
                                  struct diff_files *out, struct error *err);

/* What a diff adds to the sources as they were read first. */
struct changed_lines {
    struct arena *arena;
    struct map files; /* real path -> struct known */
    struct map lines; /* path, as findings have it -> struct added_lines */
    size_t n_lines;
};

/* Mark the lines of SOURCE, the first reading, that DIFF adds.  The paths of DIFF begin in
 * the folder of RUN, in a folder that its operands name, or in one above these, with or
 * without a first part that stands for none ("b/").
 *
 * Errors: FORMAT, if a file is not what the diff makes of it: then its line numbers mean
 * nothing. */
MUST_CHECK int changed_lines_mark(const struct run *run, const struct diff_files *diff,
                                  const struct source *source,
                                  struct changed_lines *out, struct error *err);
/* Drop those of FINDINGS that stand on no changed line; what could not be read at all
 * stays.  FINDINGS are of SOURCE, which may have been edited since: a line that only it
 * has is a changed one, too. */
void changed_lines_keep(const struct changed_lines *changed, const struct source *source,
                        struct findings *findings);

#endif
