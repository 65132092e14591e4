/* What a heap type cannot keep of the static type it was. */
#ifndef INSULATE_COMPARE_INHERENT_H
#define INSULATE_COMPARE_INHERENT_H

#include <stdbool.h>

#include "compare/build.h"

struct difference {
    const char *subject, *name;
    const char *was, *is; /* NULL: not there */
    bool is_termination;  /* in AFTER the step ends the process */
};

/* Must a conversion to a heap type bring DIFFERENCE?
 * MINOR: of the Python, 13 for 3.13.
 * Returns why (constant), or NULL.  docs/compare.md lists the same. */
const char *inherent_reason(const struct build *before, const struct build *after,
                            const struct difference *difference, int minor);

#endif
