/* Files below the named paths that are not read as the project's: they belong to others. */
#ifndef INSULATE_MODEL_LEFT_OUT_H
#define INSULATE_MODEL_LEFT_OUT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/strbuf.h"

enum left_out_cause {
    LEFT_OUT_NAME,      /* the folder has a name that such folders have by custom */
    LEFT_OUT_SUBMODULE, /* git lists the folder as a submodule */
    LEFT_OUT_EXCLUDED,  /* the user said so */
};

/* A folder, with all below it, or a file. */
struct left_out {
    const char *path;
    bool is_folder;
    size_t n_files; /* C and C++ files that would have been read */
    enum left_out_cause cause;
};

struct left_out_list {
    struct left_out *items; /* by path */
    size_t n_items, capacity;
};

/* The cause as in JSON. */
const char *left_out_cause_name(enum left_out_cause cause);
/* "vendor/ (3 files), zstd/ (1 file, a git submodule), 40 files in sky/ (excluded)", each
 * path between two QUOTEs. */
void left_out_print(const struct left_out_list *list, const char *quote,
                    struct strbuf *out);

#endif
