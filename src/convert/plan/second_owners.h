#ifndef INSULATE_CONVERT_PLAN_SECOND_OWNERS_H
#define INSULATE_CONVERT_PLAN_SECOND_OWNERS_H

#include "convert/conversion.h"

/* The assignment that gives what VARIABLE, which moves, has to a field of the module's own
 * state, which gives it up, without a reference for both; NULL: there is none, or it has one. */
const struct node *second_owner(const struct conversion *c, const struct variable *variable);

/* The static whose object ASSIGN stores, through locals, or as a function returns it, without a
 * reference of its own; NULL: none. */
const struct variable *static_stored(const struct node *assign);
/* The place that ASSIGN writes; through a parameter that a field's address is handed over for, that
 * field. */
const struct node *stored_place(const struct node *assign);

#endif
