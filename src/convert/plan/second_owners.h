#ifndef INSULATE_CONVERT_PLAN_SECOND_OWNERS_H
#define INSULATE_CONVERT_PLAN_SECOND_OWNERS_H

#include "convert/conversion.h"

/* The assignment that gives what VARIABLE, which moves, has at USE to a field of the module's own
 * state, which gives it up, without a reference for both; NULL: it is none, or has one. */
const struct node *second_owner(const struct conversion *c, const struct variable *variable,
                                const struct node *use);

/* Does FUNCTION return VARIABLE, and nothing else but NULL? */
bool returns_only(const struct function *function, const struct variable *variable);

#endif
