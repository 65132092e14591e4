#ifndef INSULATE_CONVERT_FACTS_EXISTING_STATE_H
#define INSULATE_CONVERT_FACTS_EXISTING_STATE_H

#include "convert/conversion.h"

/* The functions that give the state already, by the module or by a type. */
void plan_existing_state(struct conversion *c);
void plan_own_states(struct conversion *c);

/* The name of most locals and parameters that hold the old state; NULL if it
 * means more. The one of FUNCTION, or NULL.  Is NAME one that the module's own state
 * or hook has? */
const char *existing_state_local(const struct conversion *c);
const struct variable *own_state(const struct conversion *c,
                                 const struct function *function);
bool is_own_name(const struct conversion *c, const char *name);

/* The struct that the module has for its state already. */
void plan_old_struct(struct conversion *c);

#endif
