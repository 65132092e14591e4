/* Which files to parse and with which compiler arguments: from a
 * compile_commands.json, or from what Python says of its headers. */
#ifndef INSULATE_CSOURCE_FLAGS_H
#define INSULATE_CSOURCE_FLAGS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/error.h"
#include "csource/reader.h"

/* One translation unit to be. */
struct unit_plan {
    const char *path; /* as the user named it */
    const char *real_path;
    const char **arguments; /* for libclang; all paths absolute */
    size_t n_arguments, capacity;
};

struct plan {
    struct unit_plan *units; /* sorted by path */
    size_t n_units, capacity;
    const char **unlisted; /* sources below a named folder that the database
                              does not know */
    size_t n_unlisted, unlisted_capacity;
    const char **headers; /* folders that hold a Python.h */
    size_t n_headers, headers_capacity;
};

MUST_CHECK int plan_units(struct arena *arena, const struct source_request *request,
                          struct plan *out_plan, struct error *err);

/* The folder of gcc's own headers, or NULL without gcc. */
const char *builtin_headers_of_gcc(struct arena *arena);

#endif
