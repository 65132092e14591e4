#ifndef INSULATE_CONVERT_POLICY_H
#define INSULATE_CONVERT_POLICY_H

#include "convert/conversion.h"

void plan_old_state(struct conversion *c);

void plan_state(struct conversion *c);

/* Make the table VARIABLE a field; false: it cannot be one. */
bool move_table(struct conversion *c, const struct variable *variable);

/* Is there a state struct in the end, and do types move into it? */
void plan_has_state(struct conversion *c);

#endif
