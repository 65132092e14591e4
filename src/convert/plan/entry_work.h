#ifndef INSULATE_CONVERT_PLAN_ENTRY_WORK_H
#define INSULATE_CONVERT_PLAN_ENTRY_WORK_H

#include "convert/conversion.h"

/* What PyInit does with the state moves to exec, or cannot. */
void plan_entry_work(struct conversion *c);

#endif
