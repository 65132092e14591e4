#ifndef INSULATE_CONVERT_ATOMICS_H
#define INSULATE_CONVERT_ATOMICS_H

#include "convert/conversion.h"

/* Is VARIABLE a number that the process can share without harm?  Make those of
 * the plan atomic. */
bool is_shared_setting(const struct conversion *c, const struct variable *variable);
void edit_atomics(struct conversion *c);

#endif
