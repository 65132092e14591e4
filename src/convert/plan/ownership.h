#ifndef INSULATE_CONVERT_PLAN_OWNERSHIP_H
#define INSULATE_CONVERT_PLAN_OWNERSHIP_H

#include "convert/conversion.h"

/* Which functions and variables can be reached from the module: belongs. */
void plan_ownership(struct conversion *c);

#endif
