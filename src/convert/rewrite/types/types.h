#ifndef INSULATE_CONVERT_REWRITE_TYPES_TYPES_H
#define INSULATE_CONVERT_REWRITE_TYPES_TYPES_H

#include "convert/rewrite/rewriter.h"

/* Write the slots and the spec of each type that moves. */
void edit_types(struct rewriter *r);

#endif
