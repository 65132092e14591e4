#ifndef INSULATE_CONVERT_REPORT_RETAINED_GLOBALS_H
#define INSULATE_CONVERT_REPORT_RETAINED_GLOBALS_H

#include "convert/conversion.h"
#include "model/plan.h"

/* Fill in what stays, and why. */
void plan_retained_globals(const struct conversion *c, struct module_plan *out);

#endif
