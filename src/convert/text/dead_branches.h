#ifndef INSULATE_CONVERT_TEXT_DEAD_BRANCHES_H
#define INSULATE_CONVERT_TEXT_DEAD_BRANCHES_H

#include "convert/facts/inactive/conditionals.h"

enum { MAX_DEAD_PARTS = 2 };

/* What of CONDITIONAL no supported Python compiles, with the directives that tell it from the
 * rest; returns the number of parts, 0 if it is not known. */
size_t dead_parts(const struct conditions *conditions,
                  const struct conditional *conditional,
                  struct range out[MAX_DEAD_PARTS]);

/* The same of the first conditional of FILE that stands partly inside of [begin, end), and of
 * which that is known; 0: there is none. */
size_t dead_parts_across(const struct conditions *conditions,
                         const struct source_file *file, uint32_t begin, uint32_t end,
                         struct range out[MAX_DEAD_PARTS]);

#endif
