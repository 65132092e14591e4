#ifndef INSULATE_CONVERT_FACTS_USED_NAMES_H
#define INSULATE_CONVERT_FACTS_USED_NAMES_H

#include "convert/conversion.h"

/* Is NAME an identifier of the project's text? */
bool name_is_used(const struct conversion *c, const char *name);

#endif
