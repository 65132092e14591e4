#ifndef INSULATE_CONVERT_PLAN_INSTANCES_H
#define INSULATE_CONVERT_PLAN_INSTANCES_H

#include "convert/conversion.h"

/* Is that the struct, by name or tag, of the instances of a type that moves? */
bool is_instance_struct(const struct conversion *c, const char *name);

/* The struct that the instances of TYPE are, as its tp_basicsize says:
 * "sizeof(Foo)"; or NULL. */
const char *instance_name(const struct conversion *c, const struct variable *type);

/* Before the first question. */
void instances_begin(struct conversion *c);

#endif
