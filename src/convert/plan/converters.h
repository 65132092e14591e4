#ifndef INSULATE_CONVERT_PLAN_CONVERTERS_H
#define INSULATE_CONVERT_PLAN_CONVERTERS_H

#include "convert/conversion.h"

/* What PyArg_Parse… calls for "O&". */
void plan_converters(struct conversion *c);

/* The format of CALL: one string without escapes; the index of the first argument that
 * it speaks of in *OUT_FIRST.  NULL: it is not so plain. */
const struct node *parsing_format(const struct node *call, size_t *out_first);

/* Where in FORMAT the '&' stands of the unit whose converter is argument number WANTED,
 * behind the format; false if there is none. */
bool find_converter_unit(const char *format, size_t wanted, size_t *out_i);

/* The variable whose address CALL hands to the converter that is argument number I. */
const struct variable *converter_target(const struct node *call, size_t i);

#endif
