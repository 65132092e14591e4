#ifndef INSULATE_CONVERT_REWRITE_BRANCHES_H
#define INSULATE_CONVERT_REWRITE_BRANCHES_H

#include "convert/rewrite/rewriter.h"

/* Take such branches, and the directives around what is always taken, out of
 * [begin, end). */
void prune_branches(struct rewriter *r, const struct source_file *file, uint32_t begin,
                    uint32_t end);

#endif
