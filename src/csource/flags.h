/* Which files to parse and with which compiler arguments: from a
 * compile_commands.json, or from what Python says of its headers. */
#ifndef INSULATE_CSOURCE_FLAGS_H
#define INSULATE_CSOURCE_FLAGS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/error.h"
#include "base/file.h"
#include "csource/foreign_folders.h"
#include "model/source.h"

struct database;

/* One translation unit to be. */
struct unit_plan {
    const char *path; /* as the user named it */
    const char *real_path;
    const char **arguments; /* for libclang; all paths absolute */
    size_t n_arguments, capacity;
    bool is_guessed; /* no build said how to compile it */
    bool is_pedantic; /* its build warns of what ISO C does not know */
    unsigned limited_api; /* Py_LIMITED_API that it is compiled with; 0: none */
    const char *refusal; /* why it is not parsed; NULL: it is */
};

struct plan {
    struct unit_plan *units; /* sorted by path */
    size_t n_units, capacity;
    const char **unlisted; /* sources below a named folder that the database does
                              not know, and that use Python's C API */
    size_t n_unlisted, unlisted_capacity;
    size_t n_unrelated; /* others that it does not know, and copies of what it knows */
    struct path_list outside; /* real paths of both, but the copies */
    const char **headers; /* folders that hold a Python.h */
    size_t n_headers, headers_capacity;
    struct generator_input *inputs;
    size_t n_inputs, inputs_capacity;
    struct map inputs_by_path; /* real -> size_t: the number in inputs */
    struct path_list roots;   /* real folders whose texts may be quoted: the project's, the
                                 build's, those that the user names, the system's */
    struct path_list dropped; /* options of the build that do not reach libclang, but
                                 could change what is read; each once */
    struct path_list ignored; /* the same of the user's words */
    struct foreign_folders *foreign;
    struct path_list own_headers; /* the project's header files, for units that
                                     are guessed; sorted */
};

/* Is UNIT compiled as C++: by its name or its arguments? */
bool unit_plan_is_cxx(const struct unit_plan *unit);

MUST_CHECK int plan_units(struct arena *arena, const struct source_request *request,
                          struct plan *out_plan, struct error *err);

/* Read the database of REQUEST; one without entries, if there is none. */
MUST_CHECK int request_open_database(struct arena *arena,
                                     const struct source_request *request,
                                     struct database *database, struct error *err);

/* The folder that holds the project of PATH: the nearest with a file that says so, or PATH's
 * own. */
const char *project_folder(struct arena *arena, const char *path);

/* The entry whose file shares the longest folder with REAL_PATH: for a file that the build did
 * not compile.  Only entries of files below FOLDER (NULL: all): a database that merely lies
 * above may be of another project. */
const struct compile_command *nearest_entry(const struct database *database, const char *folder,
                                            const char *real_path);

/* Does the file at REAL_PATH lie where its text may be quoted in messages?  An #include can
 * lead to any file of the user's. */
bool plan_may_quote(const struct plan *plan, const char *real_path);

/* The folder to search for what is included as NAME, if exactly one folder of
 * the project has it; else NULL.  The result is owned (free): this runs beside
 * other threads. */
char *plan_find_header(const struct plan *plan, const char *name);

/* Is NAME that of a C or C++ source (not a header)? */
bool is_source_name(const char *name);
/* Does NAME end as a header's? */
bool is_header_name(const char *name);

#endif
