/* Statics that point to the module's own state. */
#ifndef INSULATE_CONVERT_PLAN_STATIC_STATES_H
#define INSULATE_CONVERT_PLAN_STATIC_STATES_H

#include "convert/conversion.h"

/* Is VARIABLE a static pointer that is given the state of the module, and nothing else, and
 * through which the module finds that? */
bool is_static_state(const struct conversion *c, const struct variable *variable);

/* The name of such a one, where all can move and nothing else in the module's functions has
 * it; or NULL. */
const char *static_state_name(const struct conversion *c);

/* The statement that gives a static the state, where USE is written and nothing else is done
 * there; or NULL. */
const struct node *static_state_given(const struct node *use);

#endif
