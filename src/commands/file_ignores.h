/* Rules that are not reported in some files: --per-file-ignores. */
#ifndef INSULATE_COMMANDS_FILE_IGNORES_H
#define INSULATE_COMMANDS_FILE_IGNORES_H

#include <stdbool.h>

#include "base/error.h"
#include "commands/option.h"

/* One "PATTERN:RULE": in files that PATTERN, of the shell, means, RULE is ignored. */
struct file_ignore {
    const char *pattern; /* of the whole path; without a slash, of the name alone */
    struct words rules;  /* as --ignore takes it; one */
};

struct file_ignores {
    struct file_ignore *items;
    size_t n_items;
    const char *folder; /* that relative paths of findings begin in */
};

/* Read WORDS; a PATTERN with a slash is relative to FOLDER.  All is in ARENA.  Errors:
 * USAGE, for a word of another form or a RULE that is none. */
MUST_CHECK int file_ignores_read(struct arena *arena, const struct words *words,
                                 const char *folder, struct file_ignores *out,
                                 struct error *err);
/* Is RULE ignored in the file at PATH (NULL: no file)? */
bool file_ignores_have(struct arena *arena, const struct file_ignores *ignores,
                       const char *path, const char *rule);
/* PATTERN, with a slash, as one of absolute paths, without a slash at its end; FOLDER, where
 * it begins, is no pattern. */
const char *path_pattern(struct arena *arena, const char *folder, const char *pattern);
/* The word for PATTERN of a file of settings in FOLDER, and RULE. */
const char *file_ignore_word(struct arena *arena, const char *folder,
                             const char *pattern, const char *rule);

#endif
