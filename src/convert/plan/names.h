#ifndef INSULATE_CONVERT_PLAN_NAMES_H
#define INSULATE_CONVERT_PLAN_NAMES_H

#include "convert/conversion.h"

void plan_names(struct conversion *c);

/* The name in full, as findings tell it. */
void plan_module_name(struct conversion *c);

#endif
