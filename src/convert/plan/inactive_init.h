#ifndef INSULATE_CONVERT_PLAN_INACTIVE_INIT_H
#define INSULATE_CONVERT_PLAN_INACTIVE_INIT_H

#include "convert/conversion.h"

/* What becomes of that part of the function that made the module. */
void plan_inactive_init(struct conversion *c);

#endif
