#ifndef INSULATE_CONVERT_PLAN_MODULE_NAME_H
#define INSULATE_CONVERT_PLAN_MODULE_NAME_H

#include "convert/conversion.h"

/* Tell that `__name__` becomes another one than the definition has. */
void note_module_name(struct conversion *c);

#endif
