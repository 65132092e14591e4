#ifndef INSULATE_CONVERT_LEAVINGS_H
#define INSULATE_CONVERT_LEAVINGS_H

#include "convert/conversion.h"

void remove_idle_returns(struct conversion *c);

/* Remove TABLE, whose fields are slots now, if nothing else names it. */
void remove_sub_table(struct conversion *c, const struct variable *table);

/* Remove branches of which nothing is left, and macros that only static types used. */
void remove_empty_branches(struct conversion *c);
void remove_idle_macros(struct conversion *c);

#endif
