#ifndef INSULATE_CONVERT_PLAN_ASSERTIONS_H
#define INSULATE_CONVERT_PLAN_ASSERTIONS_H

#include "convert/conversion.h"

/* Functions that need the state for assertions only, and may run when it is gone, need it
 * no more. */
void plan_assertions(struct conversion *c);

#endif
