#ifndef INSULATE_CONVERT_INITIAL_VALUES_H
#define INSULATE_CONVERT_INITIAL_VALUES_H

#include "convert/conversion.h"

/* Does a static that moves begin with a value that is not zero? */
bool has_initial_values(const struct conversion *c);

/* Append the assignments of what the statics of GROUP began with. */
void add_initial_values(struct conversion *c, struct strbuf *out,
                        enum field_group group);

#endif
