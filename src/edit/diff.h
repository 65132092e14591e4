/* Two texts as a unified diff that `patch -p1` and `git apply` take. */
#ifndef INSULATE_EDIT_DIFF_H
#define INSULATE_EDIT_DIFF_H

#include <stdbool.h>
#include <stddef.h>

#include "base/strbuf.h"

/* Append to OUT how BEFORE becomes AFTER; nothing if they are equal.
 *
 * path: the file, relative to where `patch -p1` is to run.
 * before: NULL says the file does not exist yet.
 */
void diff_unified(struct strbuf *out, const char *path, const char *before,
                  size_t before_size, const char *after, size_t after_size);

#endif
