#ifndef INSULATE_CONVERT_PLAN_INITIAL_CONSTANTS_H
#define INSULATE_CONVERT_PLAN_INITIAL_CONSTANTS_H

#include "convert/conversion.h"

/* Do conditions of the preprocessor stand in what VARIABLE begins with, so that other builds
 * begin with something else? */
bool initial_differs_by_build(const struct conversion *c, const struct variable *variable);
/* Can what VARIABLE begins with stay where it stands, as a constant that the exec function
 * copies into the field? */
bool can_start_as_copy(const struct conversion *c, const struct variable *variable);
/* The `=` in front of what VARIABLE begins with; false: more than its declaration stands in
 * front of that. */
bool initial_sign(const struct variable *variable, uint32_t *out);
/* The name of that constant. */
const char *initial_constant_name(const struct conversion *c,
                                  const struct variable *variable);

#endif
