#ifndef INSULATE_CONVERT_REWRITE_FUNCTIONS_MACRO_ARGUMENTS_H
#define INSULATE_CONVERT_REWRITE_FUNCTIONS_MACRO_ARGUMENTS_H

#include "convert/rewrite/rewriter.h"

/* Let macros that call their argument hand over the state. */
void edit_arguments(struct rewriter *r);

#endif
