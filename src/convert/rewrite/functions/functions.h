#ifndef INSULATE_CONVERT_REWRITE_FUNCTIONS_FUNCTIONS_H
#define INSULATE_CONVERT_REWRITE_FUNCTIONS_FUNCTIONS_H

#include "convert/rewrite/rewriter.h"

/* Functions get the state: a parameter, or a local at their beginning. */
void edit_functions(struct rewriter *r);

/* The calls of functions that are handed the state, or the module. */
void edit_calls(struct rewriter *r);

#endif
