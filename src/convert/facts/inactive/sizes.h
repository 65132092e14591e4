#ifndef INSULATE_CONVERT_FACTS_INACTIVE_SIZES_H
#define INSULATE_CONVERT_FACTS_INACTIVE_SIZES_H

#include "model/source.h"

/* May another build ask for the size of INSTANCE, a struct, or does an assertion count on it?
 * Neither has a tree. */
bool is_sized_in_text(const struct source *source, const struct type *instance);

#endif
