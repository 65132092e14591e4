#ifndef INSULATE_CONVERT_PLAN_RUN_TIME_SLOTS_H
#define INSULATE_CONVERT_PLAN_RUN_TIME_SLOTS_H

#include "convert/conversion.h"

/* What types are given at run time, which goes into their specs. */
void plan_run_time_slots(struct conversion *c);

/* The member by which a heap type has FIELD, an offset; NULL: it is none. */
const char *offset_member(const char *field);

#endif
