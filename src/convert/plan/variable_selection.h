#ifndef INSULATE_CONVERT_PLAN_VARIABLE_SELECTION_H
#define INSULATE_CONVERT_PLAN_VARIABLE_SELECTION_H

#include "convert/conversion.h"

/* What moves, in sum. */
struct selection {
    bool moves_types; /* static types become heap types */
    bool has_state;   /* the module has a state struct at the end */
};

/* What moves, as what, and under what name. */
void select_variables(struct conversion *c);

/* Make the table VARIABLE a field; false: it cannot be one. */
bool move_table(struct conversion *c, const struct variable *variable);

/* Is there a state struct in the end, and do types move into it? */
void plan_has_state(struct conversion *c);

/* There is one, too, where functions look their module up. */
void plan_lookup_state(struct conversion *c);

/* VARIABLE does not move, after all. */
void leave_static(struct conversion *c, const struct variable *variable);

#endif
