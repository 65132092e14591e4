#ifndef INSULATE_CONVERT_PLAN_COMPLETION_H
#define INSULATE_CONVERT_PLAN_COMPLETION_H

#include "convert/conversion.h"

/* Is there nothing to do?  A module in multi-phase init without statics is done. */
bool is_done_already(const struct conversion *c);

/* Then no further pass runs. */
void check_done(struct conversion *c);

/* Refuse a module for which no function is executed, where one is needed. */
void check_execution(struct conversion *c);

#endif
