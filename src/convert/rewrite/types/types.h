#ifndef INSULATE_CONVERT_REWRITE_TYPES_TYPES_H
#define INSULATE_CONVERT_REWRITE_TYPES_TYPES_H

#include "convert/conversion.h"

void edit_types(struct conversion *c);

#endif
