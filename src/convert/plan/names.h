#ifndef INSULATE_CONVERT_PLAN_NAMES_H
#define INSULATE_CONVERT_PLAN_NAMES_H

#include "convert/conversion.h"

/* The names of what is generated; they are free. */
void plan_names(struct conversion *c);

/* The name in full, as findings tell it. */
void plan_module_name(struct conversion *c);

#endif
