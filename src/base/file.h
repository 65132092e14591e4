/* Whole files in and out, folders listed; knows no C, ELF or Python. */
#ifndef INSULATE_BASE_FILE_H
#define INSULATE_BASE_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>

#include "base/arena.h"
#include "base/error.h"
#include "base/macros.h"

/* Says whether a file is still the one that was read. */
struct file_stamp {
    uint64_t device, inode;
    int64_t size;
    int64_t modified_ns;
};

/* Read PATH whole.  At most LIMIT bytes (else ERROR_LIMIT); folders, devices
 * and pipes are refused.  `*out_text` (arena) ends with NUL, which `*out_size`
 * does not count.  `out_stamp` may be NULL. */
MUST_CHECK int file_read(struct arena *arena, const char *path, int64_t limit,
                         char **out_text, size_t *out_size,
                         struct file_stamp *out_stamp, struct error *err);

/* Is the file at PATH still the one STAMP was taken of? */
bool file_is_unchanged(const char *path, const struct file_stamp *stamp);

/* Write a file whole: into a new file beside PATH, with all that PATH's has but its text,
 * synced, then renamed over it.  On failure PATH is untouched and nothing is left.  A
 * link is followed; a device, a pipe, a file with several names, of another user or in a
 * folder that is read-only is written in place; what is stdout or stderr, at its end. */
MUST_CHECK int file_write(const char *path, const char *text, size_t size,
                          struct error *err);

/* Is there an obstacle to file_write of PATH that can be seen without writing?  Errors: IO;
 * success promises nothing. */
MUST_CHECK int file_check_writable(const char *path, struct error *err);

/* Write SIZE bytes to FD.  Returns -1 with errno set on failure. */
MUST_CHECK int file_write_all(int fd, const char *text, size_t size);

/* Are A and B names of one regular file? */
bool file_is_same(const char *a, const char *b);

/* The files below the folder PATH (or PATH itself if it is a file), whose
 * name WANTED accepts, sorted, at most LIMIT_FILES.  Hidden folders are left
 * out, symbolic links to folders are not followed (no loops).  A folder below PATH that
 * may not be listed, or that lies deeper than LIMIT_PATH_DEPTH, is in the list itself:
 * whoever reads it is told why. */
struct path_list {
    const char **paths; /* arena */
    size_t n_paths, capacity;
};
typedef bool path_filter(const char *name);
MUST_CHECK int file_list(struct arena *arena, const char *path, path_filter *wanted,
                         struct path_list *out_list, struct error *err);

bool file_is_link(const char *path);
bool file_exists(const char *path);
/* Bytes; 0 if there is no file at PATH. */
int64_t file_size(const char *path);
bool file_is_folder(const char *path);
/* DIR "/" NAME in the arena; NAME alone if it is absolute or DIR is "" or ".". */
char *path_join(struct arena *arena, const char *dir, const char *name);
/* The same for a DIR that is real, and may be gone: the ".." that NAME begins with lead up
 * from it by its text. */
char *path_join_real(struct arena *arena, const char *dir, const char *name);
/* The part before the last slash; "." if there is none. */
char *path_folder(struct arena *arena, const char *path);
/* The part after the last slash (borrowed from PATH). */
const char *path_base(const char *path);
/* PATH without symbolic links, absolute; a copy of PATH where that fails. */
char *path_real(struct arena *arena, const char *path);
/* The same, also for a path whose last parts are not there. */
char *path_full(struct arena *arena, const char *path);
/* PATH as seen from FOLDER if it lies below it, else PATH (both real). */
const char *path_below(const char *path, const char *folder);
/* The folder of the running program (borrowed, static); "" if unknown. */
const char *path_program_folder(void);

/* NAME ("clang/native") in the site-packages of the Python environment that this program
 * is installed in: of PREFIX/bin/insulate, PREFIX/lib/python3.N/site-packages.  NULL if no
 * N has it.  Nothing is run for it. */
char *path_site_packages(struct arena *arena, const char *name);

#endif
