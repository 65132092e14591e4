#ifndef INSULATE_CONVERT_PLAN_MACRO_ARGUMENTS_H
#define INSULATE_CONVERT_PLAN_MACRO_ARGUMENTS_H

#include "convert/conversion.h"

/* Is the function that MENTION means given to a macro, which calls it?  Does
 * FUNCTION, made by a macro, need the state for such calls only? */
bool is_called_by_macro(const struct conversion *c, const struct mention *mention);
bool is_served_by_names(const struct conversion *c, const struct function *function);

#endif
