#ifndef INSULATE_CONVERT_PLAN_CXX_H
#define INSULATE_CONVERT_PLAN_CXX_H

#include "convert/conversion.h"

/* Refuse functions that need the state and are members or templates. */
void check_cxx(struct conversion *c);

#endif
