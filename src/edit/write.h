/* Results back into files: all of them, or none. */
#ifndef INSULATE_EDIT_WRITE_H
#define INSULATE_EDIT_WRITE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "base/file.h"
#include "base/macros.h"

struct written_file {
    const char *path;
    const char *text;
    size_t size;
    const struct file_stamp *stamp; /* of the file as it was read; NULL: it must
                                       not exist yet */
};

/* Write N files.  Each text goes into a new file beside its path, with the old
 * file's mode; only when all are there are they renamed, and if one rename fails
 * the earlier ones are taken back.
 *
 * Errors: IO; also when a file is no longer the one STAMP was taken of, or exists
 * where none may.  After an error every path holds what it held before. */
MUST_CHECK int files_write(const struct written_file *files, size_t n_files,
                           struct error *err);

/* Take back what a files_write() that was killed between two renames had done to files
 * of which the first was in FOLDER.
 *
 * Errors: IO; also when one of the files was changed since. */
MUST_CHECK int files_recover(const char *folder, bool *out_recovered,
                             struct error *err);

#endif
