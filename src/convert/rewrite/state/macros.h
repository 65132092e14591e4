#ifndef INSULATE_CONVERT_REWRITE_STATE_MACROS_H
#define INSULATE_CONVERT_REWRITE_STATE_MACROS_H

#include "convert/rewrite/rewriter.h"

/* Macros that need the state use the one of where they stand. */
void edit_macros(struct rewriter *r);

#endif
