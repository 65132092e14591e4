#ifndef INSULATE_CONVERT_REWRITE_TYPES_OWNERSHIP_H
#define INSULATE_CONVERT_REWRITE_TYPES_OWNERSHIP_H

#include "convert/conversion.h"

void edit_ownership(struct conversion *c);

#endif
