#ifndef INSULATE_CONVERT_PLAN_MACRO_FUNCTIONS_H
#define INSULATE_CONVERT_PLAN_MACRO_FUNCTIONS_H

#include "convert/conversion.h"

void plan_macro_functions(struct conversion *c);

#endif
