#ifndef INSULATE_CONVERT_PLAN_INIT_BODY_H
#define INSULATE_CONVERT_PLAN_INIT_BODY_H

#include "convert/conversion.h"

/* The function that made the module becomes the one in Py_mod_exec. */
void plan_init_body(struct conversion *c);

#endif
