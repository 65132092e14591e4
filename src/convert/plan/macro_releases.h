#ifndef INSULATE_CONVERT_PLAN_MACRO_RELEASES_H
#define INSULATE_CONVERT_PLAN_MACRO_RELEASES_H

#include "convert/conversion.h"

/* Macros that FUNCTION, which runs at import, uses give MODULE up, its variable for the module:
 * what they do so by goes, or the module is refused.  Behind the other steps. */
void plan_macro_releases(struct conversion *c, const struct function *function,
                         const struct variable *module);

#endif
