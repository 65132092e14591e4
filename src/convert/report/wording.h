#ifndef INSULATE_CONVERT_REPORT_WORDING_H
#define INSULATE_CONVERT_REPORT_WORDING_H

#include "convert/conversion.h"

/* What a field of that kind is, in words; where a declaration stands. */
const char *kind_words(const struct variable_plan *plan, enum field_kind kind);

/* What FUNCTION has the state from. */
const char *access_words(const struct conversion *c, const struct function *function);

#endif
