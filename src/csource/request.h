/* What is to be read, and as what. */
#ifndef INSULATE_CSOURCE_REQUEST_H
#define INSULATE_CSOURCE_REQUEST_H

#include <stddef.h>

#include "model/configuration.h"
#include "model/source_text.h"

struct source_request {
    const char *const *paths; /* files and folders */
    size_t n_paths;
    const char *const *headers; /* that the user named besides; they are no units */
    size_t n_headers;
    const char *const *excluded; /* patterns, of fnmatch, of what is not the project's: with
                                    a slash of whole paths, else of names */
    size_t n_excluded;
    const char *database;         /* compile_commands.json or its folder; NULL: looked
                              for in the first path's folder and above */
    size_t entry; /* of the database, from 1, that compiles its file; 0: the last one */
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

#endif
