/* Results back into files: all of them, or none. */
#ifndef INSULATE_EDIT_WRITE_H
#define INSULATE_EDIT_WRITE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/error.h"
#include "base/macros.h"
#include "edit/journal.h"

struct written_file {
    const char *path; /* absolute, without links */
    const char *shown; /* the same for messages */
    const char *text;
    size_t size;
    const char *before; /* as it was read; NULL: it must not exist yet */
    size_t before_size;
};

/* Write N files.  Each text goes into a spare file beside its path, with all that the old
 * file has but its text; when all are there, each is exchanged with its file in one step.
 * What came out is then compared with what was read: if it is anything else, because
 * somebody saved the file meanwhile, that goes back, and so do all others.
 *
 * Errors: IO.  After an error every path holds what it held before, or what somebody
 * saved there; where that could not be brought about, the message says so, and the
 * journal stays for files_recover.  On success REMARK, if anything, says what could not
 * be tidied up. */
MUST_CHECK int files_write(const struct written_file *files, size_t n_files,
                           struct error *remark, struct error *err);

/* Take back what the dead run of JOURNAL had done; ROOT is where its root is now.
 * OUT_N_FILES counts files that have their old text again.
 *
 * Errors: IO; also when one of the files was changed since: then all stay as they are. */
MUST_CHECK int files_recover(struct journal *journal, const char *root,
                             size_t *out_n_files, struct error *err);

/* internal: shared by write.c and recovery.c */

/* Let A and B change places.  -1 with errno EINVAL where the file system has no such
 * step. */
int files_exchange(const char *a, const char *b);
/* Give FROM the name TO, which nothing has. */
int file_place(const char *from, const char *to);
/* Give PATH the name SPARE, which it may have already, and no other. */
int file_take_out(const char *path, const char *spare);

#endif
