#ifndef INSULATE_CONVERT_PLAN_RECORD_ALIASES_H
#define INSULATE_CONVERT_PLAN_RECORD_ALIASES_H

#include "convert/conversion.h"

/* Is VARIABLE, which moves, a pointer to nothing but structs that move and hold objects? */
bool is_record_alias(const struct conversion *c, const struct variable *variable);

#endif
