#ifndef INSULATE_CONVERT_PLAN_LENT_ADDRESSES_H
#define INSULATE_CONVERT_PLAN_LENT_ADDRESSES_H

#include "convert/conversion.h"

/* Tell where a library is given the address of VARIABLE, C data that moves, by a function that
 * by its name may keep it. */
void note_lent_address(struct conversion *c, const struct variable *variable);

#endif
