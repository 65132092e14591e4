#ifndef INSULATE_CONVERT_REWRITE_TYPES_OWNERSHIP_H
#define INSULATE_CONVERT_REWRITE_TYPES_OWNERSHIP_H

#include "convert/rewrite/rewriter.h"

/* Objects of the state own a reference. */
void edit_ownership(struct rewriter *r);

#endif
