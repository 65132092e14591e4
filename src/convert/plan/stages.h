#ifndef INSULATE_CONVERT_PLAN_STAGES_H
#define INSULATE_CONVERT_PLAN_STAGES_H

#include "convert/conversion.h"

/* The stage that moves each variable, and the order of fields. */
void plan_groups(struct conversion *c);

/* In the stage init, everything static stays, also what cannot move: the findings so far
 * are for a later stage. */
void keep_statics(struct conversion *c);

/* In the stage state, the types stay, and what belongs to them alone. */
void keep_types(struct conversion *c);

#endif
