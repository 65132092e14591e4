#ifndef INSULATE_CONVERT_FACTS_GUARDED_STATICS_H
#define INSULATE_CONVERT_FACTS_GUARDED_STATICS_H

#include "convert/conversion.h"

/* The variables, by id, that may be set depending on what VARIABLE was before: they are written
 * in a function that tests it, around such a function, or below. */
const bool *guarded_statics(const struct conversion *c, const struct variable *variable);

#endif
