#ifndef INSULATE_CONVERT_PLAN_ATOMICS_H
#define INSULATE_CONVERT_PLAN_ATOMICS_H

#include "convert/conversion.h"

/* Is VARIABLE a number that the process can share without harm? */
bool is_shared_setting(const struct conversion *c, const struct variable *variable);

#endif
