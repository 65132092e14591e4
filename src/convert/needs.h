#ifndef INSULATE_CONVERT_NEEDS_H
#define INSULATE_CONVERT_NEEDS_H

#include "convert/conversion.h"

void plan_needs(struct conversion *c);

/* Refuse functions that need the state and cannot reach it. */
void check_reach(struct conversion *c);

#endif
