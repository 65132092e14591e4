#ifndef INSULATE_CONVERT_OWNERSHIP_H
#define INSULATE_CONVERT_OWNERSHIP_H

#include "convert/conversion.h"

void edit_ownership(struct conversion *c);

#endif
