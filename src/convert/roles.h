#ifndef INSULATE_CONVERT_ROLES_H
#define INSULATE_CONVERT_ROLES_H

#include "convert/conversion.h"

void plan_roles(struct conversion *c);

#endif
