/* Writes in code that this build does not compile. */
#ifndef INSULATE_CONVERT_FACTS_INACTIVE_WRITES_H
#define INSULATE_CONVERT_FACTS_INACTIVE_WRITES_H

#include "convert/conversion.h"

/* Does a branch of #if that another build takes, or the body of a macro, write VARIABLE, or hand
 * its address on? */
bool inactive_code_writes(const struct conversion *c, const struct variable *variable);

#endif
