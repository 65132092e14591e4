#ifndef INSULATE_CONVERT_REWRITE_TYPES_FREES_H
#define INSULATE_CONVERT_REWRITE_TYPES_FREES_H

#include "convert/rewrite/rewriter.h"

/* What frees a half-made instance drops its type, too. */
void edit_frees(struct rewriter *r);

#endif
