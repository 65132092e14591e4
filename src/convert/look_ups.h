#ifndef INSULATE_CONVERT_LOOK_UPS_H
#define INSULATE_CONVERT_LOOK_UPS_H

#include "convert/conversion.h"

/* Functions that ask PyState_FindModule for their own module. */
void plan_look_ups(struct conversion *c);
void edit_look_ups(struct conversion *c);

#endif
