#ifndef INSULATE_CONVERT_PLAN_INITIAL_VALUES_H
#define INSULATE_CONVERT_PLAN_INITIAL_VALUES_H

#include "convert/conversion.h"

/* Does a static that moves begin with a value that is not zero? */
bool has_initial_values(const struct conversion *c);

#endif
