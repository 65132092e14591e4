#ifndef INSULATE_CONVERT_MENTIONS_H
#define INSULATE_CONVERT_MENTIONS_H

#include "convert/conversion.h"

void plan_mentions(struct conversion *c);

/* The cross-check */
void check_mentions(struct conversion *c);

#endif
