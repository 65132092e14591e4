#ifndef INSULATE_CONVERT_REWRITE_INIT_INIT_H
#define INSULATE_CONVERT_REWRITE_INIT_INIT_H

#include "convert/conversion.h"

void edit_init(struct conversion *c);

#endif
