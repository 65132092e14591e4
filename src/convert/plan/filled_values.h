/* What a call stores in a local whose address it gets. */
#ifndef INSULATE_CONVERT_PLAN_FILLED_VALUES_H
#define INSULATE_CONVERT_PLAN_FILLED_VALUES_H

#include "convert/conversion.h"
#include "convert/plan/value_ownership.h"

/* The last use of LOCAL in front of PLACE that hands its address to a call; NULL: none. */
const struct node *filling_before(const struct variable *local, const struct node *place);

/* What the call that USE hands the address of a local to stores there; new where it is not known
 * to be anything else. */
enum stored_value value_filled(const struct conversion *c, const struct node *use, unsigned depth);

#endif
