#ifndef INSULATE_CONVERT_PLAN_MACRO_FUNCTIONS_H
#define INSULATE_CONVERT_PLAN_MACRO_FUNCTIONS_H

#include "convert/conversion.h"

/* Let the functions of one macro have the state in one way. */
void plan_macro_functions(struct conversion *c);

#endif
