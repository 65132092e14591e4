#ifndef INSULATE_CONVERT_PLAN_REPLACED_DEFINITION_H
#define INSULATE_CONVERT_PLAN_REPLACED_DEFINITION_H

#include "convert/conversion.h"

/* Does the array of PyModExport_x stand for the definition and PyInit_x? */
bool replaces_definition(const struct conversion *c);

#endif
