#ifndef INSULATE_CONVERT_REWRITE_STATE_SIZES_H
#define INSULATE_CONVERT_REWRITE_STATE_SIZES_H

#include "convert/rewrite/rewriter.h"

/* Append to OUT, and take away where they are, the macros that are the lengths of
 * arrays in the state, and that PLACE in FILE does not know yet; FILE NULL: a header. */
void carry_sizes(struct rewriter *r, struct strbuf *out, const struct source_file *file,
                 uint32_t place);

#endif
