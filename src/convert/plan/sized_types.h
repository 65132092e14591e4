#ifndef INSULATE_CONVERT_PLAN_SIZED_TYPES_H
#define INSULATE_CONVERT_PLAN_SIZED_TYPES_H

#include "convert/conversion.h"

/* Does USE stand for a type that moves, of which only the size is taken?  That of the type
 * object is known without it. */
bool is_sized_type(const struct conversion *c, const struct node *use);

#endif
