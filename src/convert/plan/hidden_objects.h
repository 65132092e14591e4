#ifndef INSULATE_CONVERT_PLAN_HIDDEN_OBJECTS_H
#define INSULATE_CONVERT_PLAN_HIDDEN_OBJECTS_H

#include "convert/conversion.h"

/* Report static objects and types that only other configurations have: they stay. */
void report_hidden_objects(struct conversion *c);

#endif
