/* compile_commands.json: what a build compiled, and how.
 * Format: clang.llvm.org/docs/JSONCompilationDatabase.html */
#ifndef INSULATE_CSOURCE_DATABASE_H
#define INSULATE_CSOURCE_DATABASE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/error.h"
#include "base/macros.h"
#include "base/map.h"
#include "base/strbuf.h"

/* One call of a compiler. */
struct compile_command {
    const char *folder; /* where it ran, absolute */
    const char *file;   /* absolute */
    const char **words; /* the call: compiler, then arguments */
    size_t n_words, capacity;
    const char *real_path; /* of the file, when it is in a database */
    const char *entry;     /* as it stands in a file, with what is not known here; NULL:
                              it was recorded now */
    size_t index;          /* in the database */
};

struct database {
    struct arena *arena; /* borrowed */
    const char *path;    /* NULL: there is none */
    struct map by_file;  /* real path -> struct compile_command: the latest */
    struct map recorded; /* real paths of what was recorded now */
    struct compile_command **items; /* all, in the order of the files */
    size_t n_items, capacity;
};

void database_init(struct database *database, struct arena *arena);
/* Add the entries of the file at PATH.  Of one source the latest entry counts.  Response
 * files are looked up below the database's own folder and PROJECT (real; NULL: none). */
MUST_CHECK int database_read(struct arena *arena, const char *path, const char *project,
                             struct database *database, struct error *err);
/* Write to PATH, whole, sorted by file, what was recorded now, and the entries of other
 * files as they were read. */
MUST_CHECK int database_write(const struct database *database, const char *path,
                              struct error *err);

/* The path that a call in FOLDER means by NAME.  FOLDER may be gone, as a build's temporary
 * one is, and was real then. */
char *compile_command_path(struct arena *arena, const char *folder, const char *name);

void compile_command_add_word(struct arena *arena, struct compile_command *command,
                              const char *word);
/* COMMAND as one line of JSON, for a log that several processes append to. */
void compile_command_print(const struct compile_command *command, struct strbuf *out);
/* Enter the lines of such a log, each once, whose files are still there.  It may have any
 * size; a damaged line is an error. */
MUST_CHECK int database_read_log(struct database *database, const char *path,
                                 size_t *out_n_commands, size_t *out_n_gone,
                                 struct error *err);

#endif
