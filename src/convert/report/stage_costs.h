#ifndef INSULATE_CONVERT_REPORT_STAGE_COSTS_H
#define INSULATE_CONVERT_REPORT_STAGE_COSTS_H

#include "convert/conversion.h"

/* The plan's section on the stages, where more than one has something to do. */
void write_stage_costs(const struct conversion *c, struct strbuf *plan);

#endif
