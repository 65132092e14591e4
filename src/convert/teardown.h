#ifndef INSULATE_CONVERT_TEARDOWN_H
#define INSULATE_CONVERT_TEARDOWN_H

#include "convert/conversion.h"

void edit_teardown(struct conversion *c);

/* Which functions can do without the state when it is gone; refuses those
 * that cannot.  Is FUNCTION one that runs then? */
void plan_teardown(struct conversion *c);
bool may_lack_state(const struct conversion *c, const struct function *function);

/* Is VARIABLE, which moves, a number that is counted up and nothing else, so that its
 * values mean no more than that they differ? */
bool only_counts_up(const struct conversion *c, const struct variable *variable);

#endif
