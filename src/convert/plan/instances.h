#ifndef INSULATE_CONVERT_PLAN_INSTANCES_H
#define INSULATE_CONVERT_PLAN_INSTANCES_H

#include "convert/conversion.h"

/* Does TYPE point to an instance of a type that moves? */
bool is_own_instance(const struct conversion *c, const struct type *type);

/* Whose instances one struct is. */
enum { OF_MOVING_TYPE = 1, OF_KEPT_TYPE = 2 };

/* What an instance that TYPE points to may be of: a set of the above. */
unsigned instance_owners(const struct conversion *c, const struct type *type);

/* Before the first question. */
void instances_begin(struct conversion *c);

#endif
