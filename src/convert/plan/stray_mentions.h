#ifndef INSULATE_CONVERT_PLAN_STRAY_MENTIONS_H
#define INSULATE_CONVERT_PLAN_STRAY_MENTIONS_H

#include "convert/conversion.h"

/* Refuse mentions of what moves, and look-ups of the module, that nothing converts. */
void check_mentions(struct conversion *c);

#endif
