/* C and C++ text in, model out. */
#ifndef INSULATE_CSOURCE_READER_H
#define INSULATE_CSOURCE_READER_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/error.h"
#include "base/macros.h"
#include "model/configuration.h"
#include "model/source.h"

/* A text that is read in place of the file at REAL_PATH, which need not exist. */
struct source_text {
    const char *real_path; /* absolute, without links */
    const char *text;
    size_t size;
};

struct source_request {
    const char *const *paths; /* files and folders */
    size_t n_paths;
    const char *database;         /* compile_commands.json or its folder; NULL: looked
                              for in the first path's folder and above */
    const char *python;           /* whose headers to use without a database; NULL:
                              python3 on PATH */
    const char *const *arguments; /* more compiler arguments */
    size_t n_arguments;
    unsigned jobs;                   /* files parsed at the same time; 0: one a core */
    const char *libclang;            /* file or folder; NULL: see libclang_load */
    const struct source_text *texts; /* changes that are not written yet */
    size_t n_texts;
    const struct configuration *configuration; /* in place of what the build says; NULL:
                                                  as it is */
};

/* Read the C and C++ files of REQUEST.
 *
 * A file that does not parse is no error: it is told in the problems of
 * *OUT_SOURCE.  Everything in the result is in ARENA.
 * Errors: a path that is not there or cannot be read; no libclang; no Python
 * when its headers are needed; a damaged database. */
MUST_CHECK int source_read(struct arena *arena, const struct source_request *request,
                           struct source **out_source, struct error *err);

/* Is NAME that of a C or C++ source (not a header)? */
bool is_source_name(const char *name);

#endif
