#ifndef INSULATE_CONVERT_PLAN_LOOKUP_PLACES_H
#define INSULATE_CONVERT_PLAN_LOOKUP_PLACES_H

#include "convert/conversion.h"

/* Where functions that find the state by an instance can first do so. */
void plan_lookup_places(struct conversion *c);

#endif
