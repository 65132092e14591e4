#ifndef INSULATE_CONVERT_REWRITE_TYPES_FREES_H
#define INSULATE_CONVERT_REWRITE_TYPES_FREES_H

#include "convert/conversion.h"

void edit_frees(struct conversion *c);

#endif
