#ifndef INSULATE_CONVERT_PLAN_STATE_USERS_H
#define INSULATE_CONVERT_PLAN_STATE_USERS_H

#include "convert/conversion.h"

/* FUNCTION needs the state; false: that was known.  Or not, after all. */
bool require_state(struct conversion *c, const struct function *function);
void release_state(struct conversion *c, const struct function *function);

#endif
