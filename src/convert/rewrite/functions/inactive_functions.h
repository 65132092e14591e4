#ifndef INSULATE_CONVERT_REWRITE_FUNCTIONS_INACTIVE_FUNCTIONS_H
#define INSULATE_CONVERT_REWRITE_FUNCTIONS_INACTIVE_FUNCTIONS_H

#include "convert/rewrite/rewriter.h"

/* Functions that are not compiled here are handed the state. */
void edit_inactive_functions(struct rewriter *r);

#endif
