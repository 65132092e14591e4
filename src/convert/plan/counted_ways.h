/* Whether the reference for what is stored is taken on each way to it. */
#ifndef INSULATE_CONVERT_PLAN_COUNTED_WAYS_H
#define INSULATE_CONVERT_PLAN_COUNTED_WAYS_H

#include "convert/conversion.h"

/* Does the function of ASSIGN, which stores a local or a parameter in the static VARIABLE, take a
 * reference for that on some of the ways to it, or from it, and none on the others?  `if (v)`
 * leaves out no object. */
bool is_counted_on_some_ways(const struct conversion *c, const struct variable *variable,
                             const struct node *assign);

#endif
