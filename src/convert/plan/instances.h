#ifndef INSULATE_CONVERT_PLAN_INSTANCES_H
#define INSULATE_CONVERT_PLAN_INSTANCES_H

#include "convert/conversion.h"

/* Is that the struct, by name or tag, of the instances of a type that moves? */
bool is_instance_struct(const struct conversion *c, const char *name);

/* Does TYPE point to an instance of a type that moves? */
bool is_own_instance(const struct conversion *c, const struct type *type);

/* Before the first question. */
void instances_begin(struct conversion *c);

#endif
