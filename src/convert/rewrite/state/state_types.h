#ifndef INSULATE_CONVERT_REWRITE_STATE_STATE_TYPES_H
#define INSULATE_CONVERT_REWRITE_STATE_STATE_TYPES_H

#include "convert/rewrite/rewriter.h"

/* Move to OUT the types that the state needs, with the comments above them. */
void move_types(struct rewriter *r, struct strbuf *out);

#endif
