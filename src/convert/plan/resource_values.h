#ifndef INSULATE_CONVERT_PLAN_RESOURCE_VALUES_H
#define INSULATE_CONVERT_PLAN_RESOURCE_VALUES_H

#include "model/resource.h"
#include "model/source.h"

/* What VARIABLE, a static pointer, holds whenever it is not NULL: something of its own, that one
 * function takes back; NULL: not so. */
const struct resource *resource_in_pointer(const struct variable *variable);

#endif
