#ifndef INSULATE_CONVERT_REWRITE_STATE_ATOMICS_H
#define INSULATE_CONVERT_REWRITE_STATE_ATOMICS_H

#include "convert/conversion.h"

/* Make the settings of the plan atomic. */
void edit_atomics(struct conversion *c);

#endif
