#ifndef INSULATE_CONVERT_PLAN_BINDINGS_H
#define INSULATE_CONVERT_PLAN_BINDINGS_H

#include "convert/conversion.h"

/* Does the table of functions that USE hands to a call become functions of
 * the module?  Notes which function makes them. */
bool is_bound_to_module(struct conversion *c, const struct node *use);

/* Is it bound to an instance of a type of the module? */
bool is_bound_to_instance(const struct conversion *c, const struct node *use);

/* Does CALL make a function of a method table? */
bool is_binding(const struct node *call);

/* Is CALL bound to an instance of a type of the module's own? */
bool is_bound_to_own_instance(const struct conversion *c, const struct node *call);

#endif
