/* Two texts as a unified diff that `patch -p1` and `git apply` take. */
#ifndef INSULATE_EDIT_DIFF_H
#define INSULATE_EDIT_DIFF_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/strbuf.h"

/* Append to OUT how BEFORE becomes AFTER; nothing if they are equal.
 *
 * path: the file, relative to where `patch -p1` is to run.
 * before: NULL says the file does not exist yet.
 */
void diff_unified(struct strbuf *out, const char *path, const char *before,
                  size_t before_size, const char *after, size_t after_size);

/* Which line of BEFORE each of the *OUT_N_LINES lines of AFTER is, in ARENA: its number,
 * from 1, or 0 for a line that BEFORE has not. */
const unsigned *diff_origins(struct arena *arena, const char *before, size_t before_size,
                             const char *after, size_t after_size, size_t *out_n_lines);

#endif
