#ifndef INSULATE_CONVERT_REWRITE_CLEANUP_DEAD_CODE_H
#define INSULATE_CONVERT_REWRITE_CLEANUP_DEAD_CODE_H

#include "convert/rewrite/rewriter.h"

/* Macros that are a return, and that no function uses any more, go. */
void remove_dead_returns(struct rewriter *r);

/* Remove TABLE, whose fields are slots now, if nothing else names it. */
void remove_sub_table(struct rewriter *r, const struct variable *table);

/* Remove branches of which nothing is left, and macros that only static types used. */
void remove_empty_branches(struct rewriter *r);
void remove_unused_macros(struct rewriter *r);

#endif
