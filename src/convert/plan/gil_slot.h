#ifndef INSULATE_CONVERT_PLAN_GIL_SLOT_H
#define INSULATE_CONVERT_PLAN_GIL_SLOT_H

#include "convert/conversion.h"

/* PyUnstable_Module_SetGIL becomes the slot Py_mod_gil. */
void plan_gil_slot(struct conversion *c);

#endif
