#ifndef INSULATE_CONVERT_REWRITE_CLEANUP_MENTION_CHECK_H
#define INSULATE_CONVERT_REWRITE_CLEANUP_MENTION_CHECK_H

#include "convert/rewrite/rewriter.h"

/* A mention of what moves that no edit holds is a fault; so is an edit in generated code. */
void find_missing_edits(struct rewriter *r);

#endif
