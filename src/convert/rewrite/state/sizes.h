#ifndef INSULATE_CONVERT_REWRITE_STATE_SIZES_H
#define INSULATE_CONVERT_REWRITE_STATE_SIZES_H

#include "convert/rewrite/rewriter.h"

/* Append to OUT, and take away where they are, the definitions of the lengths of arrays that
 * go where the state is. */
void carry_sizes(struct rewriter *r, struct strbuf *out);

#endif
