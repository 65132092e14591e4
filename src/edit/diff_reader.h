/* A unified diff, as `git diff` and `diff -u` write it, as data. */
#ifndef INSULATE_EDIT_DIFF_READER_H
#define INSULATE_EDIT_DIFF_READER_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/error.h"
#include "base/macros.h"

/* One line of a file as it is after the change, without its end. */
struct diff_line {
    unsigned number; /* from 1 */
    bool is_added;   /* else it is context */
    const char *text;
    size_t size;
};

struct diff_file {
    const char *path; /* behind "+++", unquoted; it may begin with "b/" */
    struct diff_line *lines; /* in the order of the diff */
    size_t n_lines, capacity;
};

struct diff_files {
    struct diff_file *items;
    size_t n_items, capacity;
};

/* Read the SIZE bytes at TEXT; everything is in ARENA.  Files that are gone (/dev/null),
 * binary or only renamed have no entry.  Errors: FORMAT, for what is no unified diff, is
 * cut off, or has several parents (git's of a merge). */
MUST_CHECK int diff_read(struct arena *arena, const char *text, size_t size,
                         struct diff_files *out, struct error *err);

#endif
