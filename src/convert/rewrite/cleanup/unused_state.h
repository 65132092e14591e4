#ifndef INSULATE_CONVERT_REWRITE_CLEANUP_UNUSED_STATE_H
#define INSULATE_CONVERT_REWRITE_CLEANUP_UNUSED_STATE_H

#include "convert/rewrite/cleanup/state_reach.h"

/* Is FUNCTION the exec function, which begins with a look-up of the state, and does nothing
 * else with it there? */
bool begins_exec(const struct rewriter *r, const struct function *function);
/* Let the compiler not warn of the state of FUNCTION, which needs it as REACH tells, in
 * builds that do not. */
void avoid_unused_state(struct rewriter *r, const struct function *function,
                        const struct reach *reach);

#endif
