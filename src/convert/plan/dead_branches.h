#ifndef INSULATE_CONVERT_PLAN_DEAD_BRANCHES_H
#define INSULATE_CONVERT_PLAN_DEAD_BRANCHES_H

#include "convert/facts/inactive/conditionals.h"

enum { MAX_DEAD_PARTS = 2 };

/* What of CONDITIONAL no supported Python compiles, with the directives that tell it from the
 * rest; returns the number of parts, 0 if it is not known. */
size_t dead_parts(const struct conversion *c, const struct conditional *conditional,
                  struct range out[MAX_DEAD_PARTS]);

#endif
