#ifndef INSULATE_CONVERT_REWRITE_CLEANUP_STATE_BUILDS_H
#define INSULATE_CONVERT_REWRITE_CLEANUP_STATE_BUILDS_H

#include "convert/rewrite/cleanup/state_reach.h"

/* The builds in which something that needs the state is compiled. */
struct state_builds {
    bool are_all;
    const char *opens; /* lines that begin conditionals of these builds; NULL: there is no
                          such condition */
    size_t n_levels;   /* conditionals that `opens` begins */
};

/* The builds for REACH in the block of FILE that begins at BEGIN. */
struct state_builds state_builds_of(const struct conversion *c,
                                    const struct source_file *file, uint32_t begin,
                                    const struct reach *reach);

#endif
