/* `check --fix`, `--add-ignores` and `--diff`: the fixes of findings, applied in memory and
 * verified. */
#ifndef INSULATE_COMMANDS_FIXES_H
#define INSULATE_COMMANDS_FIXES_H

#include "commands/command.h"
#include "model/source.h"
#include "model/source_text.h"

/* Reads and checks the sources with TEXTS in place of files. */
struct rechecker {
    int (*check)(void *data, const struct source_text *texts, size_t n_texts,
                 struct source **out_source, struct findings *out_findings,
                 struct error *err);
    /* Gives FINDINGS of SOURCE, sorted, their fixes; NULL: they have them. */
    void (*give)(void *data, const struct source *source, struct findings *findings);
    void *data;
    /* Drops those of FINDINGS of SOURCE that are to stay as they are; NULL: none. */
    void (*keep)(const void *keep_data, const struct source *source,
                 struct findings *findings);
    const void *keep_data;
};

struct fixes {
    struct source_text *texts; /* of all files in place of which a text was read, too */
    size_t n_texts, capacity;
    const struct source *source;     /* as it is after the last fix */
    const struct findings *findings; /* of it, all */
    size_t n_fixed;   /* findings that are gone */
    size_t n_held;    /* fixes that did not verify: not applied */
    size_t n_outside; /* fixes in files that are not below the named paths */
    const char *outside; /* one of those files */
};

/* Apply what FINDINGS of SOURCE, read with the N_TEXTS TEXTS, have as fixes, where RUN is
 * to report them (selected, not in the baseline) and the file is below its paths.  Fixes
 * that touch each other wait for the next round.  After each round the sources are checked
 * again: the findings must be gone, and there must be none that was not there before; else
 * fewer are tried, at last one by one, and those that do not pass are left out. */
MUST_CHECK int fixes_make(struct run *run, const struct rechecker *rechecker,
                          const struct source *source, const struct findings *findings,
                          const struct source_text *texts, size_t n_texts,
                          struct fixes *out, struct error *err);
/* What they do to BEFORE, the first reading, as a patch. */
const char *fixes_diff(const struct run *run, const struct fixes *fixes,
                       const struct source *before);
/* Write them to the files, which must still be as BEFORE says; *OUT_N_FILES are changed. */
MUST_CHECK int fixes_write(struct run *run, const struct fixes *fixes,
                           const struct source *before, size_t *out_n_files,
                           struct error *err);
/* The text of FILE after the fixes, or NULL: as it was. */
const struct source_text *fixes_text(const struct fixes *fixes,
                                     const struct source_file *file);

#endif
