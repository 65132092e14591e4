#ifndef INSULATE_CONVERT_PLAN_VARIABLE_SELECTION_H
#define INSULATE_CONVERT_PLAN_VARIABLE_SELECTION_H

#include "convert/conversion.h"

/* What moves, as what, and under what name. */
void select_variables(struct conversion *c);

/* Make the table VARIABLE a field; false: it cannot be one. */
bool move_table(struct conversion *c, const struct variable *variable);

/* Is there a state struct in the end, and do types move into it? */
void plan_has_state(struct conversion *c);

/* VARIABLE does not move, after all. */
void leave_static(struct conversion *c, const struct variable *variable);

#endif
