#ifndef INSULATE_CONVERT_PLAN_REACH_H
#define INSULATE_CONVERT_PLAN_REACH_H

#include "convert/conversion.h"

/* Refuse functions that need the state and have no way to it. */
void check_reach(struct conversion *c);

#endif
