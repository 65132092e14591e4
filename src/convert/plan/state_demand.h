#ifndef INSULATE_CONVERT_PLAN_STATE_DEMAND_H
#define INSULATE_CONVERT_PLAN_STATE_DEMAND_H

#include "convert/conversion.h"

void plan_state_demand(struct conversion *c);

/* Refuse functions that need the state and cannot reach it. */
void check_reach(struct conversion *c);

#endif
