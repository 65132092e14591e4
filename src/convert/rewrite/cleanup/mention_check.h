#ifndef INSULATE_CONVERT_REWRITE_CLEANUP_MENTION_CHECK_H
#define INSULATE_CONVERT_REWRITE_CLEANUP_MENTION_CHECK_H

#include "convert/rewrite/rewriter.h"

/* The cross-check */
void check_mentions(struct rewriter *r);

#endif
