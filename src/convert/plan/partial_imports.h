#ifndef INSULATE_CONVERT_PLAN_PARTIAL_IMPORTS_H
#define INSULATE_CONVERT_PLAN_PARTIAL_IMPORTS_H

#include "convert/conversion.h"

/* Tell of the first import of the module's own package that initialisation does before its last
 * addition to the module. */
void note_partial_imports(struct conversion *c);

#endif
