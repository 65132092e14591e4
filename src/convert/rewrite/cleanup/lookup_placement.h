#ifndef INSULATE_CONVERT_REWRITE_CLEANUP_LOOKUP_PLACEMENT_H
#define INSULATE_CONVERT_REWRITE_CLEANUP_LOOKUP_PLACEMENT_H

#include "convert/rewrite/rewriter.h"

/* The reason of edits that put it in; let those of functions in which one block
 * alone needs the state stand there. */
extern const char lookup_reason[];
void place_lookups(struct rewriter *r);

#endif
