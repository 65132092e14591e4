#ifndef INSULATE_CONVERT_REWRITE_STATE_GROWN_VECTORS_H
#define INSULATE_CONVERT_REWRITE_STATE_GROWN_VECTORS_H

#include "convert/conversion.h"
#include "convert/plan/variables.h"

/* Append the lines that apply MACRO to what is in the array. */
void add_grown_lines(const struct conversion *c, struct strbuf *out, const char *macro,
                     const char *state, const struct variable_plan *plan);

#endif
