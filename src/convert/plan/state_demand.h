#ifndef INSULATE_CONVERT_PLAN_STATE_DEMAND_H
#define INSULATE_CONVERT_PLAN_STATE_DEMAND_H

#include "convert/conversion.h"

struct state_demand {
    const char
        *new_module; /* name of the parameter that functions get for the module */
};

/* Grow the set of functions and macros that need the state until nothing is added. */
void plan_state_demand(struct conversion *c);

/* In the stage state: functions that will be handed the module for their types are handed
 * it now, and find the state by it. */
void plan_new_modules(struct conversion *c);

#endif
