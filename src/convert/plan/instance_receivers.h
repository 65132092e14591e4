#ifndef INSULATE_CONVERT_PLAN_INSTANCE_RECEIVERS_H
#define INSULATE_CONVERT_PLAN_INSTANCE_RECEIVERS_H

#include "convert/conversion.h"

/* Functions that foreign code or a pointer calls with an instance. */
void plan_objects(struct conversion *c);

#endif
