#ifndef INSULATE_CONVERT_REWRITE_FUNCTIONS_FUNCTIONS_H
#define INSULATE_CONVERT_REWRITE_FUNCTIONS_FUNCTIONS_H

#include "convert/conversion.h"

/* Functions get the state: a parameter, or a local at their beginning. */
void edit_functions(struct conversion *c);

/* The calls of functions that are handed the state, or the module. */
void edit_calls(struct conversion *c);

#endif
