#ifndef INSULATE_CONVERT_REWRITE_CLEANUP_ASSERTIONS_H
#define INSULATE_CONVERT_REWRITE_CLEANUP_ASSERTIONS_H

#include "convert/rewrite/rewriter.h"

/* Take the assertions of the plan away. */
void edit_assertions(struct rewriter *r);

#endif
