#ifndef INSULATE_CONVERT_REPORT_STAGE_COSTS_H
#define INSULATE_CONVERT_REPORT_STAGE_COSTS_H

#include "convert/conversion.h"
#include "model/plan.h"

/* Fill in the stages, where more than one has something to do. */
void plan_stage_costs(const struct conversion *c, struct module_plan *out);

#endif
