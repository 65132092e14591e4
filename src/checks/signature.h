/* Is a function of the shape that its slot calls it in? */
#ifndef INSULATE_CHECKS_SIGNATURE_H
#define INSULATE_CHECKS_SIGNATURE_H

#include "checks/check.h"

/* Add a finding of RULE for each slot of SLOTS whose function takes another number of
 * arguments, or gives another kind of result, than CPython's call.  OWNER is what the
 * slots belong to. */
void signatures_compare(struct check *check, const char *rule,
                        const struct slots *slots, const char *owner);
/* The same for one function and what it is used as. */
void signature_compare(struct check *check, const char *rule,
                       const struct function *function, const struct node *place,
                       const struct slot_kind *kind, const char *owner);

#endif
