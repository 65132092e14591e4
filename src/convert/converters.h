#ifndef INSULATE_CONVERT_CONVERTERS_H
#define INSULATE_CONVERT_CONVERTERS_H

#include "convert/conversion.h"

/* What PyArg_Parse… calls for "O&". */
void plan_converters(struct conversion *c);
void edit_converters(struct conversion *c);

#endif
