#ifndef INSULATE_CONVERT_PLAN_INIT_RETURNS_H
#define INSULATE_CONVERT_PLAN_INIT_RETURNS_H

#include "convert/conversion.h"

/* What the return NODE of the function that made the module becomes. */
void plan_init_return(struct conversion *c, const struct node *node);

#endif
