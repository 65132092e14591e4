#ifndef INSULATE_CONVERT_FACTS_USED_NAMES_H
#define INSULATE_CONVERT_FACTS_USED_NAMES_H

#include "convert/conversion.h"

/* Is NAME an identifier of the project's text, or a word of a header that it includes? */
bool name_is_used(const struct conversion *c, const char *name);

/* Does the project define NAME as a macro, so that what is written with it means that? */
bool name_is_own_macro(const struct conversion *c, const char *name);

#endif
